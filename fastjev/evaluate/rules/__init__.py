"""What rules do: on their own tests, on sessions, and on labelled conversations."""
