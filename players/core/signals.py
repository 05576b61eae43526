"""What this app tells the apps above it.

Every signal is sent inside the service's transaction, while the server's scope and the persons' rows are
locked. Locks are taken in the order scope, person, game: a receiver may change rows of its own and ask
for jobs, but must not open or bump another scope here (do that in `transaction.on_commit`).
"""

from __future__ import annotations

from django.dispatch import Signal

persons_merging = Signal()
"""Two records are about to become one. Arguments: `kept: Person`, `gone: Person`.

A receiver that knows why they cannot be one person (both entered in one event) raises
`players.core.errors.MergeRefused(message)`, and nothing happens. Either may already stand for several
records: ask `players.core.queries.records.record_ids` for all of them.
"""

person_erasing = Signal()
"""A person is being erased. Argument: `person: Person`, who already has a pseudonym.

The scopes of the person's events are locked, and whole names are out of their texts (apps register those in
`players.erasure.texts`). Receivers take away what else they keep of the person, and return a list of
`players.erasure.texts.Touched`, one for each row they changed, for the journals.
"""

persons_changed = Signal()
"""Names or the one-person-ness of records changed. Argument: `ids: frozenset[int]`, all records concerned.

Sent after a rename, a merge, an unmerge and an erasure.
"""

memberships_changed = Signal()
"""Somebody joined or left a club, or the days of a membership were corrected. Argument: `person: Person`, the canonical
one. People who are added as members are new, and no signal is sent."""

club_admission_changed = Signal()
"""A club's games count in the server's rating lists from now on, or no longer. Argument: `club: Club`."""

example_removing = Signal()
"""The example club is about to go. Argument: `clubs: frozenset[int]`, ids of the clubs marked as example.

Receivers delete what the database protects from going with its club (entries that sit in pairings, and the like).
"""
