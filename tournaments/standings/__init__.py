"""Who stands where, and why? A pure core: `CrossTable` in, ranked rows with explained values out."""
