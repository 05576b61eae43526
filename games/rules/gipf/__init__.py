"""GIPF: the basic, standard and tournament games."""

from games.rules.gipf.rules import GipfBasic, GipfStandard, GipfTournament

__all__ = ["GipfBasic", "GipfStandard", "GipfTournament"]
