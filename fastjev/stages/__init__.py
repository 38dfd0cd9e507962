"""The four stages: segment, classify, resolve, reassemble. Frozen values in and out, no effects."""
