"""How codes become sentences: one catalogue of English, and what fills it in (see :mod:`rulesets.texts`)."""
