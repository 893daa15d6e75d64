"""The stat blocks: found as one types, edited, copied, tagged, removed, put on the table."""
