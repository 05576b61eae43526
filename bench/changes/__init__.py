"""Five changes that are made by a script, with the files that each touches: `python -m bench.changes`."""
