"""People, clubs, memberships, accounts, grants."""
