"""Events of teams: matches of n boards, line-ups, both scores, and the cross tables they contain. Pure.

Reading order: `values` (what there is), `points` (what a round gave), `line_ups` (who sits where), `cross_tables`
(teams and players as entrants), `pairings` (the next round). Standings of teams are in `standings`; Swiss for teams is
the pairing system `team-swiss`; files are read and written by `team_reader` and `team_writer` of
`gipf_engine.tournament.trf`.
"""
