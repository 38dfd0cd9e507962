"""The report of an evaluation as one page of HTML: no script, nothing fetched, every text escaped, secrets masked."""
