"""The server of the players' page, in a process of its own. It knows what players may see and nothing else.

Nothing here is imported by the window; what the two say to each other stands in ``desktop.sharing.protocol``.
"""
