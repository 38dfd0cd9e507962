"""How long things take and how much memory they need, as ratios to baselines of the same run: `make bench`."""
