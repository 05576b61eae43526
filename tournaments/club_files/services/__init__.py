"""Making the files of clubs, and bringing clubs in."""
