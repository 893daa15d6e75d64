"""The reference for authors of rulesets, made from the vocabulary: what every key means, in plain words.

No ruleset comes in; what a key means is said where the key is.
"""
