"""Reference games as records."""

from __future__ import annotations

from gipf_engine.games.lyngk.board import SPOTS
from gipf_engine.rules.record import GameRecord
from testing.engine.rules import gipf_data, lyngk_data


def lyngk_record(game, *more):
    rules = lyngk_data.rules_of(game, *more)
    tags = {"Game": "lyngk", "Rules": game["variant"], "Options": ",".join(sorted(rules.options))}
    return GameRecord(tags | {"Setup": "".join(game["setup"][spot] for spot in SPOTS)}, tuple(game["moves"]))


def gipf_record(variant, game):
    return GameRecord({"Game": "gipf", "Rules": variant}, tuple(gipf_data.tokens(game)))
