"""One attack: with what, at whom, what is rolled and what comes of it, and what pays for it.

What the rules say of it stands in ``rulesets/seen``; here stands what is proposed to whoever records one.
"""
