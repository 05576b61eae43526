"""Acts on records of games, wherever they are played."""

from __future__ import annotations

from common.journal.acts import ANYWHERE, NOTHING, Act, Part
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission

_RESULTS = frozenset({Part.RESULTS})


class HandInRecord(Act):
    scopes = ANYWHERE
    name = "hand-in-record"
    changes = _RESULTS
    sentence = _("%(where)s: a record was handed in")


class HandInFile(Act):
    """An arbiter uploads a file of records; workers take it in."""

    scopes = ANYWHERE
    name = "hand-in-file"
    permission = Permission.DECIDE_RESULT
    changes = NOTHING
    sentence = _("A file of records was handed in")


class HandInRecords(Act):
    """A worker stores some records of a file."""

    scopes = ANYWHERE
    name = "hand-in-records"
    changes = _RESULTS
    sentence = _("From a file of records: %(kept)s kept, %(refused)s refused")
