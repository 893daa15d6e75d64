"""Every key that a ruleset can say: one model per table of a ``ruleset.toml``, with its words for authors.

No text is read here and nothing is checked that needs a second key: that is :mod:`rulesets.reading`.
"""
