"""What a compaction keeps, loses and gets wrong, measured against labelled conversations."""
