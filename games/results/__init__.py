"""Results: claims, decisions, scores of LYNGK, what was proposed."""
