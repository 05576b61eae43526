"""How strong is everyone, how sure are we? A pure core: games of a period in, ratings out."""
