"""The field's file formats: TRF16, TRF26 and JaVaFo's extensions.

`read(bytes)` gives a `TrfFile` (cross table, document, repairs) or raises `TrfError` with every line
that cannot be read; `write(table, document, dialect)` gives the bytes of a file.
"""

from __future__ import annotations

from gipf_engine.tournament.trf.document import Dialect, Document, Note, TrfError, TrfFile
from gipf_engine.tournament.trf.reader import read
from gipf_engine.tournament.trf.writer import write

__all__ = ["Dialect", "Document", "Note", "TrfError", "TrfFile", "read", "write"]
