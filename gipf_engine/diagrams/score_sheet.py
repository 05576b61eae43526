"""A certificate as one picture that stands alone: the final position, who won by what, and the score as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from gipf_engine.diagrams import draw
from gipf_engine.diagrams.base import Translate
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.certificate import outcome_in, score_of
from gipf_engine.rules.score import Holding

WIDTH, MARGIN, BOARD, ROW = 720, 24, 520, 26
_COLUMNS = (MARGIN, 300, 510)
_MOST_SHOWN = 27
"""Letters of stacks that fit into a column; the certificate itself holds them all."""


def draw_certificate(document: Mapping[str, Any], translate: Translate = str) -> str:
    """One `<svg>` element with fixed size, in light colours and without any style sheet."""
    rows = list(_sheet_rows(document, translate))
    board = _board(document, translate)
    top = BOARD + 2 * MARGIN if board else 2 * MARGIN
    height = top + ROW * (len(rows) - 1) + MARGIN
    texts = "".join(_draw_row(top + ROW * place, row) for place, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
        f' font-family="system-ui, sans-serif" font-size="14" fill="#1d1c1a">'
        f'<rect width="{WIDTH}" height="{height}" fill="#fbfaf7"/>{board}{texts}</svg>'
    )


def _board(document: Mapping[str, Any], translate: Translate) -> str:
    if not document["position"]:
        return ""
    view = rules_for(document["rules"], document["options"]).position(document["position"]).view()
    place = f'x="{(WIDTH - BOARD) // 2}" y="{MARGIN // 2}" width="{BOARD}" height="{BOARD}"'
    return draw(view, translate=translate).replace("<svg ", f"<svg {place} ", 1)


Row = tuple[tuple[str, ...], bool]
"""The texts of a line, and whether it stands out."""


def _sheet_rows(document: Mapping[str, Any], translate: Translate) -> Iterator[Row]:
    rules = rules_for(document["rules"], document["options"])
    score = score_of(document)
    because = rules.explain_outcome(outcome_in(document))
    yield (f"{translate(Message(rules.name))} · {document['result']}",), True
    yield (translate(Message(_("Decided because %(reason)s."), {"reason": because})),), False
    if score.lines:
        yield ("", translate(Message(_("White"))), translate(Message(_("Black")))), False
    for line in score.lines:
        cells = (_cell(count, stacks) for count, stacks in zip(line.counts, line.stacks, strict=True))
        yield (translate(Message(rules.score_names[line.key])), *cells), line.key == score.decided_by
    yield (f"SHA-256 {document['digest']}",), False


def _cell(count: int, stacks: tuple[Holding, ...]) -> str:
    shown = ""
    for held in stacks:
        text = f"{held.spot}{' ' if held.spot and held.pieces else ''}{held.pieces}"
        if len(shown) + len(text) > _MOST_SHOWN:
            return f"{count}   {shown}…"
        shown += f"{text}  "
    return f"{count}   {shown}".rstrip()


def _draw_row(top: int, row: Row) -> str:
    texts, strong = row
    weight = ' font-weight="700"' if strong else ""
    back = f'<rect x="{MARGIN - 8}" y="{top - 18}" width="{WIDTH - 2 * MARGIN + 16}" height="{ROW}" fill="#e6efe9"/>'
    marked = back if strong and len(texts) > 1 else ""
    cells = zip(_COLUMNS, texts, strict=False)
    return marked + "".join(f'<text x="{x}" y="{top}"{weight}>{escape(text)}</text>' for x, text in cells if text)
