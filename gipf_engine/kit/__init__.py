"""What board games have in common: boards, pieces and piles, turns as sequences of choices, effects.

A game is a class with `rules.TableRules` or `rules.GameRules` (docs/kit.md). `board` knows points and lines, `table`
what lies where, `effects` what happens, `choices` the tree of a turn's choices; `position` makes of
them what every game shows.
"""
