"""Claude Code: a plugin whose hooks call `fastjev hook EVENT`, and the commands around it.

`hook` takes an event and answers it, `memory` is what is kept of a session between two events, `front` replaces the
history, `side` tells the ledger beside it. What stands in `plugin/` is read by the client, not by Python.
"""
