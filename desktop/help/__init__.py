"""Help: guide, news, keys, licences and what this program is, read beside the fight.

Nothing here changes a fight.
"""
