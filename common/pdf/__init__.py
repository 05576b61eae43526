"""Lists of players in PDF files: glyphs with their places, words, lines, columns, rows. For processes with limits."""
