"""Training on sessions that the caller names. The only importer of scikit-learn and numpy."""
