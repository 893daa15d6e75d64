"""What is announced: the board of declarations, and dialogs for acts that wait or answer others.

Whether it may be done is decided by the rules; the board knows no window.
"""
