"""Playing on by other rules: what of a running fight has to change so that they fit it.

Only a command that changes the rules comes here; :mod:`rulesets.seen` says what differs between rulesets.
"""
