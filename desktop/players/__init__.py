"""What the players see: a window on a second screen, its preview, and what it is hidden behind."""
