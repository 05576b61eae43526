"""What every page, record and result of a game needs: positions, labels, permissions."""
