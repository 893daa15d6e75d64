"""Scenario files: cases of what happens at the table and what then holds (the contract of the core).

They are read, checked and played here; the engine knows nothing of them.
"""
