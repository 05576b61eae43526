"""Several events of one weekend as sections: one desk, one check-in, one hall screen, one link for each player."""
