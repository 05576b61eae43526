"""Lists of players, as people write them."""
