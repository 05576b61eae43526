"""Is this move legal, what does it do, who has won? A pure core.

    >>> from games.rules import rules_for
    >>> rules_for("gipf-tournament").start()
"""
