"""Django's backend of SQLite, with a queue of its own for those who want to write: `ENGINE` of the embedded form."""
