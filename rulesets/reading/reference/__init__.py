"""The reference for authors of rulesets, made from the models: what every key means, in plain words."""
