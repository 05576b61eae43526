"""What `python -m gipf_engine COMMAND` can do, without a database and without Django.

A command is a module of its name here with a class `Command`, and a line in `COMMANDS`. The table is kept by hand so
that help imports no command, and a command imports none but what it needs.
"""

from __future__ import annotations

COMMANDS: dict[str, str] = {
    "analyse": "say who stands better in positions, and by which turns",
    "certify": "certify how games ended, and verify certificates",
    "checkarchive": "check an archive of records: its digest, and every record",
    "checkdraw": "check that published deals of a solitaire follow from their seed",
    "checkpairings": "pair every round of TRF files again, and name each wrong board and place",
    "checkrecord": "judge records of games, one line of JSON each",
    "compile": "compile kernels, solvers and the fit of WHR ahead, and keep them",
    "drawdeals": "draw deals of a solitaire that can be won, as checkdraw reads them",
    "generatetournament": "write random tournaments as TRF files",
    "pair": "pair the next round of TRF files",
    "perft": "count the sequences of legal turns of a game",
    "rategames": "rate a history of games by any rating system",
    "solve": "say whether a deal of a solitaire can be won, and by which turns",
    "tiebreaks": "rank the entrants of TRF files by tie-breaks",
}
"""One line about each command, for the help."""
