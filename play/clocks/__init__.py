"""Time: flags, days off, vacations, and when the server was there."""
