"""What leaves the program: one summary of a fight, documents for paper, and files of every format.

It reads what is seen of a fight and decides nothing; no Qt.
"""
