"""Does a model still follow a rule that was given long ago? The full history, its own summary and the skeleton."""
