"""The labeler in a terminal: textual shows what `draw` draws. The only place that imports textual."""
