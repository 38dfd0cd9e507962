"""What journalled decisions about tool results would have come to under other settings. Nothing is run again."""
