"""What the program answers: the bar for messages, and the sentences for refusals, failures and crashes.

Nothing here asks anything or changes a fight by itself; questions are dialogs of the rooms they are about.
"""
