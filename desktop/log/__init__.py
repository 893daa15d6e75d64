"""What has happened: the log by rounds, with the way back to each line, and steps that were cut off.

It reads the log and asks for the way back; it knows no other panel.
"""
