"""Can a deal be won? A search that knows every tile, compiled by numba when it is first asked.

`packed` is a position as bytes, `round` all that can be played in a round, `beam` the search over rounds, `search` the
solver that the rules know. Nothing of it is loaded with this package, so that the one who only names it need not wait.
"""

SOLVER_VERSION = "guowuguan-beam-1"
"""Names the search: another search gets another name."""
