"""Leagues over seasons: divisions, promotion and relegation, the next season from the last."""
