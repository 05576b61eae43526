"""Files that are sent in parts."""
