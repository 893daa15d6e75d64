"""What the players see: a window on a second screen, its preview, and what it is hidden behind.

Only `feed` looks at the fight, and what players must not know stays there: all that is painted is a
`PlayersScreen`.
"""
