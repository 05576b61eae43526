"""Events from their announcement to their closing, and their public pages."""
