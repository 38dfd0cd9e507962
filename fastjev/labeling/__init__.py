"""The terminal labeler: people label units of their sessions, one key an answer, and fastjev learns from them.

A set is a folder: `units.jsonl`, written once, and one file of acts for each person, to which lines are only added.
"""
