"""Games learnt step by step: courses, what a reader has done of them, and their boards."""
