"""Clubs: memberships, invitations, and which club looks after an account."""
