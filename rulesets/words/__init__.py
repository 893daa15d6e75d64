"""How codes become sentences: a catalogue of English, and what fills it in (:mod:`rulesets.words.texts`).

Nothing here decides what is so; it says what it is given.
"""
