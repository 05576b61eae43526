"""What organisers tell the players of an event: on its page, in bells, by mail."""
