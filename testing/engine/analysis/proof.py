"""Who can force a win, found by trying everything on the Python engine: what the search is held against."""


def wins_in(position, turns):
    """The fewest own turns, up to `turns`, in which the player to move forces a win; None where that takes longer."""
    return next((number for number in range(1, turns + 1) if _can_win(position, number)), None)


def _can_win(position, turns):
    mover = position.turn
    children = [position.play(move) for move in position.legal_moves()]
    if any(_is_won_by(mover, child) for child in children):
        return True
    going_on = [child for child in children if child.outcome is None]
    return turns > 1 and any(_always_wins(child, mover, turns - 1) for child in going_on)


def _always_wins(position, mover, turns):
    """Whether `mover` wins whatever the other plays here."""
    for move in position.legal_moves():
        after = position.play(move)
        if not _is_won_by(mover, after) and (after.outcome is not None or not _can_win(after, turns)):
            return False
    return True


def _is_won_by(seat, position):
    return position.outcome is not None and position.outcome.result == ("1-0", "0-1")[seat]
