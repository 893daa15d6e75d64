"""The stat blocks: found as one types, edited, copied, tagged, removed, put on the table.

Of a fight nothing comes in but its rules: whoever opens the window puts on the table what it gives.
"""
