"""What must hold in the database at every moment, asked in plain SQL on a connection of its own.

None of the site's code is used, so that a fault of it does not hide itself. All questions of one look are asked in one
snapshot, so they may be asked while others write.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg

from bench.drills.site import Site

_HISTORIES = """
    SELECT pool_id, lines FROM ratings_history JOIN ratings_pool ON ratings_pool.id = pool_id
    WHERE since <= generation AND until > generation
"""
"""Of everybody in every list, as it is shown."""
_LAYOUT = 1
"""Of a person's lines in a list: that byte, one for the number of values, records that begin with the event's id."""
MOST_SECONDS = 60
"""That a question to PostgreSQL may take; SQLite only waits when a process recovers it."""

ALWAYS = {
    "the journal of a scope has gaps, or its last line is not the scope's version": """
        SELECT s.key, s.version, count(l.id), min(l.version), max(l.version)
        FROM journal_scope s LEFT JOIN journal_line l ON l.scope_id = s.id
        GROUP BY s.id, s.key, s.version
        HAVING count(l.id) <> s.version OR (s.version > 0 AND (min(l.version) <> 1 OR max(l.version) <> s.version))""",
    "two lines of a journal have one version": """
        SELECT scope_id, version FROM journal_line GROUP BY scope_id, version HAVING count(*) > 1""",
    "claims of a game are not numbered from 1 without gaps": """
        SELECT game_id, count(*), max(number) FROM games_claim
        GROUP BY game_id HAVING count(*) <> max(number) OR min(number) <> 1""",
    "a scope has claims without a line, or lines without a claim": """
        SELECT * FROM (
            SELECT s.key,
                (SELECT count(*) FROM journal_line l WHERE l.scope_id = s.id AND l.verb = 'claim-result') AS lines,
                (SELECT count(*) FROM games_claim c JOIN games_game g ON g.id = c.game_id
                 WHERE g.occasion_id = s.id AND c.source IN ('page', 'api')) AS claims
            FROM journal_scope s WHERE s.key LIKE 'event:%') AS counted
        WHERE lines <> claims""",
    "a game says less than its claims": """
        SELECT g.id, g.version, count(c.id) FROM games_game g JOIN games_claim c ON c.game_id = g.id
        WHERE c.source IN ('page', 'api') GROUP BY g.id, g.version HAVING g.version < count(c.id)""",
    "a round does not seat every entry of its event": """
        SELECT * FROM (
            SELECT r.id, (SELECT count(*) FROM tournaments_slot s WHERE s.round_id = r.id) AS seated,
                (SELECT count(*) FROM tournaments_entry e WHERE e.event_id = r.event_id) AS entered
            FROM tournaments_round r JOIN tournaments_event v ON v.id = r.event_id AND NOT v.staged
            WHERE NOT EXISTS (SELECT 1 FROM tournaments_team t WHERE t.event_id = r.event_id)) AS counted
        WHERE seated <> entered""",
    "a round does not have every team of its event": """
        SELECT * FROM (
            SELECT r.id, (SELECT count(m.white_id) + count(m.black_id) FROM tournaments_teammatch m
                          WHERE m.round_id = r.id) AS paired,
                (SELECT count(*) FROM tournaments_team t WHERE t.event_id = r.event_id) AS teams
            FROM tournaments_round r JOIN tournaments_event v ON v.id = r.event_id AND NOT v.staged) AS counted
        WHERE paired <> teams""",
    "rounds of an event have gaps": """
        SELECT r.event_id, count(*), max(r.number) FROM tournaments_round r
        JOIN tournaments_event v ON v.id = r.event_id AND NOT v.staged
        GROUP BY r.event_id HAVING count(*) <> max(r.number)""",
    "a pairing lacks its games or its seats": """
        SELECT * FROM (
            SELECT p.id, p.kind, (SELECT count(*) FROM tournaments_slot s WHERE s.pairing_id = p.id) AS seats,
                (SELECT count(*) FROM tournaments_pairedgame g WHERE g.pairing_id = p.id) AS games
            FROM tournaments_pairing p JOIN tournaments_round r ON r.id = p.round_id
            JOIN tournaments_event v ON v.id = r.event_id AND NOT v.staged) AS counted
        WHERE (kind = 'game' AND (seats <> 2 OR games <> 1)) OR (kind <> 'game' AND (seats <> 1 OR games <> 0))""",
    "a game belongs to no pairing": """
        SELECT g.id FROM games_game g JOIN journal_scope s ON s.id = g.occasion_id
        JOIN tournaments_event v ON s.key = 'event:' || v.id AND NOT v.staged
        LEFT JOIN tournaments_pairedgame p ON p.game_id = g.id WHERE p.id IS NULL AND g.removed_at IS NULL""",
    "an entry has nobody in it": """
        SELECT e.id FROM tournaments_entry e JOIN tournaments_event v ON v.id = e.event_id AND NOT v.staged
        LEFT JOIN tournaments_member m ON m.entry_id = e.id WHERE m.id IS NULL""",
    "an event that came from a file is there by half": """
        SELECT * FROM (
            SELECT v.id, (SELECT count(*) FROM tournaments_entry e WHERE e.event_id = v.id) AS entered,
                (SELECT count(*) FROM tournaments_round r WHERE r.event_id = v.id) AS rounds
            FROM tournaments_event v WHERE v.name LIKE 'Imported %' AND NOT v.staged) AS counted
        WHERE entered <> 8 OR rounds < 1""",
    "a closed event has a game that rating lists do not know": """
        SELECT v.id, g.id FROM tournaments_event v
        JOIN journal_scope s ON s.key = 'event:' || v.id JOIN games_game g ON g.occasion_id = s.id
        WHERE (v.state = 'closed') <> (g.rated_on IS NOT NULL)""",
}
"""By what is wrong: a question whose answer must be empty. An event that comes in piece by piece is `staged` till then,
and no one sees it."""


_COUNTED = """
    SELECT DISTINCT p.id, g.occasion_id FROM games_game g
    JOIN ratings_pool p ON p.rules = g.rules AND (p.club_id IS NULL OR p.club_id = g.club_id)
    WHERE g.rated AND g.rated_on IS NOT NULL AND g.result IN ('1-0', '0-1', '1/2-1/2')
      AND NOT EXISTS (SELECT 1 FROM jobs_job j WHERE j.kind = 'rate' AND j.subject = CAST(p.id AS VARCHAR(80)))"""
"""List and event of every closed event that no job is still to rate."""


class Look:
    """The database by one connection."""

    def __init__(self, site: Site, cursor: Any) -> None:
        self._embedded, self._cursor = site.embedded, cursor

    def begin(self) -> None:
        """See what is there now and nothing later, until the connection ends."""
        self._cursor.execute("BEGIN" if self._embedded else "BEGIN ISOLATION LEVEL REPEATABLE READ")

    def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        """What the database answers; `%s` stands for each of `values`."""
        if values:
            self._cursor.execute(question.replace("%s", "?") if self._embedded else question, values)
        else:
            self._cursor.execute(question)
        found: list[tuple[Any, ...]] = self._cursor.fetchall()
        return found

    def broken(self) -> Iterator[str]:
        """What does not hold, with the first row that shows it."""
        for what, question in ALWAYS.items():
            if found := self.rows(question):
                yield f"{what}: {found[0]} and {len(found) - 1} more"
        if missing := sorted(set(self.rows(_COUNTED)) - self._rated_events()):
            yield (
                "a closed event is in no list, and no job will put it there: "
                f"list {missing[0][0]}, event {missing[0][1]} and {len(missing) - 1} more"
            )

    def _rated_events(self) -> set[tuple[Any, ...]]:
        """List and event of every line of the rating ledgers, which are packed: read here without the site's code."""
        found: set[tuple[Any, ...]] = set()
        for pool, packed in self.rows(_HISTORIES):
            lines = bytes(packed)
            if lines[0] != _LAYOUT:
                raise ValueError(f"a ledger in a layout that is not known here: {lines[0]}")
            record = struct.Struct(f"<q{4 * (6 + lines[1])}x")
            found.update((pool, event) for (event,) in record.iter_unpack(lines[2:]))
        return found

    def damaged(self, *, thorough: bool) -> Iterator[str]:
        """What the database itself finds wrong with its pages, indexes and references."""
        if self._embedded:
            check = "integrity_check" if thorough else "quick_check"
            said = [row[0] for row in self.rows(f"PRAGMA {check}")]
            yield from (f"{check}: {line}" for line in said if line != "ok")
            yield from (f"foreign_key_check: {row}" for row in self.rows("PRAGMA foreign_key_check"))
        elif thorough:
            yield from self._dangling()
            self._cursor.execute("CREATE EXTENSION IF NOT EXISTS amcheck")
            self.rows(_EVERY_INDEX)  # raises where an index does not fit its table

    def _dangling(self) -> Iterator[str]:
        """References of PostgreSQL that lead nowhere: asked row by row, for it believes itself."""
        for table, column, target, its_column in self.rows(_REFERENCES):
            question = (
                f'SELECT count(*) FROM "{table}" a LEFT JOIN "{target}" b ON a."{column}" = b."{its_column}" '
                f'WHERE a."{column}" IS NOT NULL AND b."{its_column}" IS NULL'
            )
            if (count := self.rows(question)[0][0]) != 0:
                yield f"{count} rows of {table} refer by {column} to nothing"


_REFERENCES = """
    SELECT c.conrelid::regclass::text, a.attname, c.confrelid::regclass::text, b.attname
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace"""
_EVERY_INDEX = """
    SELECT c.relname, bt_index_check(c.oid, true) FROM pg_class c JOIN pg_am m ON m.oid = c.relam
    JOIN pg_index i ON i.indexrelid = c.oid
    WHERE m.amname = 'btree' AND c.relnamespace = 'public'::regnamespace AND i.indisvalid"""


@contextmanager
def look(site: Site) -> Iterator[Look]:
    """A snapshot on a new connection: where everybody died, opening it is what recovers the database."""
    with connected(site) as now:
        now.begin()
        yield now


@contextmanager
def connected(site: Site) -> Iterator[Look]:
    """A new connection on which each question sees what is there at that moment, and waits a minute at most."""
    if site.embedded:
        with closing(sqlite3.connect(site.database_file, timeout=20, isolation_level=None)) as connection:
            yield Look(site, connection.cursor())
        return
    options = f"-c statement_timeout={MOST_SECONDS}s"
    url = site.environment["DATABASE_URL"]
    # Nothing is prepared: behind a pool the next statement may be another session's.
    with closing(psycopg.connect(url, autocommit=True, connect_timeout=10, options=options)) as plain:
        plain.prepare_threshold = None
        yield Look(site, plain.cursor())
