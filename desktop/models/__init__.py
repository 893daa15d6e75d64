"""Qt models: Changes in, the smallest exact signals out. No rules here."""
