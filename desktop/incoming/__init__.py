"""What is brought from other programs, seen before anything is done: what each becomes, and what is there.

It is read and fitted off the window's thread, nothing is written before it is accepted, and it is one step.
"""
