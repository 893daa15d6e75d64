"""A fight as it is played: its session, the rules it goes by from first to last, and the file that keeps it.

Decisions are the engine's; nothing here is shown or printed.
"""
