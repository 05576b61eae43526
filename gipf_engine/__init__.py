"""All thinking of Gipfel: rules, boards, pairings, tie-breaks, ratings. No Django, no database, no clock."""

__version__ = "1.0.0"
