"""The initiative list and what stands over it: rows, cells, gestures, sides, what is due, finding somebody.

It knows no window and no other panel. What it shows is prepared by the model and painted by the delegates.
"""
