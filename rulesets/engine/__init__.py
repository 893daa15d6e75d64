"""The engine: decides commands into events and evolves encounters by them. It names no system.

Whoever shows, says or keeps something asks :mod:`rulesets.seen`; nothing here is put into words.
"""
