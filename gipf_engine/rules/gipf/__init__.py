"""GIPF: the basic, standard and tournament games."""

from gipf_engine.rules.gipf.rules import GipfBasic, GipfStandard, GipfTournament

__all__ = ["GipfBasic", "GipfStandard", "GipfTournament"]
