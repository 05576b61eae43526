"""Lists and histories as people read them; published lists."""
