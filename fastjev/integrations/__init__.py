"""Hosts and protocols. Leaves: nothing imports them but the command line; each goes on untouched when it fails."""
