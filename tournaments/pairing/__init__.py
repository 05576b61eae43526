"""Who meets whom next, and why? A pure core: `CrossTable` in, `RoundPairings` out."""
