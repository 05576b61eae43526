"""Lists of players as people write them: files and pasted text, read without a database."""
