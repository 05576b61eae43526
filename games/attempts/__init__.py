"""What was played on a deal of a solitaire."""
