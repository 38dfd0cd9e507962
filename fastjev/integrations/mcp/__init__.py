"""An MCP server for the session that asks: what was taken out of it, what binds it, and why. It changes nothing.

`scope` says whose session it is, `tools` what can be asked, `given` checks the arguments, `server` speaks the protocol;
one module answers for each tool.
"""
