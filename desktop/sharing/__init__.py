"""What the players see on their own phones, and what they send: the page, its server, links and slips.

Nothing goes out that players must not know: it is asked of a `Viewer` for them. Nobody but `serving` opens
a connection, and what becomes of a slip is the game master's to say.
"""
