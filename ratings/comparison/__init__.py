"""Players beside each other, distributions, what-if."""
