"""Work that must happen: rows that workers take."""
