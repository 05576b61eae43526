"""Files that are sent in parts, by pages and by the API alike."""
