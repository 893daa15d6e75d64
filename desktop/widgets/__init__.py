"""Parts of windows that several rooms use: fields, layouts, tables, plain text, the look of controls.

Nothing here knows what is shown in them: what only one room uses stands in that room.
"""
