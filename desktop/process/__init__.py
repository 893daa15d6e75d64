"""The running program: how it starts, is one, reports crashes; its folders, settings and tasks.

Nothing here knows a window's parts, an encounter's file or a rule.
"""
