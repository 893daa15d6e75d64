"""What the players see on their own phones, and what they send: the page, its server, links and slips."""
