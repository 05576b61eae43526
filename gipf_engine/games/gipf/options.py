"""What may be played otherwise in GIPF, and what each option changes."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _

AT_ONCE = "empty_reserve_loses_at_once"
REMOVER_WINS = "both_gipfs_lost_remover_wins"
REPETITION = "repetition_draw"
CROSSING_STAYS = "crossing_row_may_stay"

OPTIONS = {
    AT_ONCE: _(
        "A player whose reserve is empty at the end of the turn, after taking rows, loses at once, not only when a"
        " piece should come in."
    ),
    REMOVER_WINS: _(
        "When both players lose their last GIPF-piece in one removal, the player who removed wins instead of losing."
    ),
    REPETITION: _(
        "The game is a draw when the same position, with the same reserves and the same player to move, comes up"
        " for the third time."
    ),
    CROSSING_STAYS: _(
        "Where two rows cross on a GIPF-piece and you take one of them, the GIPF-piece may stay, and the other row"
        " with it."
    ),
}
BASIC_OPTIONS = {name: OPTIONS[name] for name in (AT_ONCE, REPETITION)}
"""The others are about GIPF-pieces."""
