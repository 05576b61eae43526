"""The pages of browsers."""
