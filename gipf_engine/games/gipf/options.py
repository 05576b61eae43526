"""What may be played otherwise in GIPF, and what each option changes."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _

AT_ONCE = "empty_reserve_loses_at_once"
REMOVER_WINS = "both_gipfs_lost_remover_wins"
REPETITION = "repetition_draw"
CROSSING_STAYS = "crossing_row_may_stay"

OPTIONS = {
    AT_ONCE: _(
        "A player with an empty reserve at the end of their turn, after taking rows, loses at once "
        "rather than on their next turn."
    ),
    REMOVER_WINS: _(
        "When both players lose their last GIPF-piece in one removal, the player who made the removal "
        "wins instead of losing."
    ),
    REPETITION: _(
        "The game is drawn when the same position occurs for the third time, with the same reserves and "
        "the same player to move."
    ),
    CROSSING_STAYS: _(
        "When two rows cross on a GIPF-piece and you take one of them, the GIPF-piece may stay, and the "
        "other row with it."
    ),
}
BASIC_OPTIONS = {name: OPTIONS[name] for name in (AT_ONCE, REPETITION)}
"""The others are about GIPF-pieces."""
