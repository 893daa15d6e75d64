"""Plays the window by keys and mouse, for demonstrations, stories and pictures. It is not shipped.

Nothing of the product may know it. ``python -m tests.hands --help`` tells what it can be asked for; ``dev.py
run`` without a display, ``dev.py shots``, ``dev.py build --smoke`` and kill tests do. Only a script gives
commands where hands would press keys.
"""
