"""What is seen of a fight: how everybody stands, what it came to, what can be done now and why not.

Plain values, asked of the encounter; nothing here changes it, and nothing knows how it is shown.
"""
