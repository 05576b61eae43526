"""Reading tournaments: rows ready to print, few queries for a whole event, nothing asked row by row."""
