"""What a finished session used after a cut, of what its tools had told before it, and what policies keep of that."""
