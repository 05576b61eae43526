"""GIPF: the basic, standard and tournament games."""

from games.rules.api import RULES
from games.rules.plain.gipf import PlainBasic, PlainStandard, PlainTournament

for rules in (PlainBasic, PlainStandard, PlainTournament):
    RULES[rules.key] = rules
