"""The first organiser of a server, and the example club."""
