"""What an event can still become: how many rounds it needs, who can still win it, and how likely that is."""
