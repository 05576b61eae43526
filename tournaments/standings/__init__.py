"""Tables, cross tables, categories, prizes, what-if."""
