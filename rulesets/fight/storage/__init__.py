"""The encounter file: an append-only journal in one SQLite file that outlives kills and full disks.

Nothing here knows rules, the engine or Qt: what a command or a ruleset means is opaque text and bytes.
"""
