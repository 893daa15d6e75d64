"""Playing on by other rules: what differs, and what of a running fight has to change so that they fit.

Only a command that changes the rules comes here.
"""
