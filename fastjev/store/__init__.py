"""What was taken out, and why: one SQLite file per project, for its owner's eyes only."""
