"""fastjev beside the compressor that Hermes has built in, on the same histories."""
