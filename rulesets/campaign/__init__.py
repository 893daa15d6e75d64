"""What is kept from one evening to the next: parties, stat blocks and prepared encounters.

They are plain files in a folder that the game master chooses, to be read, edited, copied and put under
version control: one for each thing, TOML, and what people have written in them besides stays.

No fight is played here: one that goes on comes in as an encounter and leaves as a file.
"""
