"""What every game and solitaire shares: who plays, how one acts, who is there."""
