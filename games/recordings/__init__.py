"""Games that are recorded, or played here, turn by turn."""
