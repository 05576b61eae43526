"""What is printed, and the screen of a hall."""
