"""What survives a compaction, by benchmarks of others: `python -m bench.retention`, or `make retention`."""
