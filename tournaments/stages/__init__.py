"""Events in stages: each stage an event that takes its players from the one before, and one page over all."""
