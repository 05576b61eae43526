"""The page of a game: offers, who left, reminders, settings."""
