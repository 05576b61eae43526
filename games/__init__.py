"""Games, move-by-move records, result claims, adjudication."""
