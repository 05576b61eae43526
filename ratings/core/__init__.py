"""What every list is made of: its ledger, lines, periods, and what it says of a player."""
