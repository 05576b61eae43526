"""What games tell the apps above. Receivers run in the same transaction: bump a version, ask for a job.

`game_changed` (`game`, `result`): the result in force, the handicap or the seats' record of one game changed; `result`
is False where the result in force is the same for certain.
`attempts_ended` (`attempts`): these attempts at a solitaire are over; the lock of their occasion is held.
`decision_coming` (`game`, `account`, `old`, `new`, `reason`, `confirm`, `note`): an arbiter is about to decide a
result, and may be asked to confirm it: a receiver raises. `note` adds values to the journal's entry. The occasion's
lock is held.
`games_settled` (`games`): the games of an occasion got a day to be rated on, or lost it; once for all of them.
"""

from __future__ import annotations

from django.dispatch import Signal

game_changed = Signal()
decision_coming = Signal()
games_settled = Signal()
attempts_ended = Signal()
