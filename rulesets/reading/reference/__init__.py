"""The reference for authors of rulesets, made from the vocabulary: what every key means, in plain words."""
