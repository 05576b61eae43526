from collections.abc import Iterator, Sequence
from typing import IO

class Font:
    strike: bool | None

class Cell:
    value: object
    font: Font | None

class Worksheet:
    title: str
    _worksheet_path: str
    def iter_rows(self, *, max_row: int, max_col: int) -> Iterator[tuple[Cell, ...]]: ...
    def reset_dimensions(self) -> None: ...
    def append(self, row: Sequence[object]) -> None: ...

class Workbook:
    worksheets: list[Worksheet]
    active: Worksheet
    def save(self, filename: IO[bytes]) -> None: ...
    def close(self) -> None: ...

def load_workbook(filename: IO[bytes], *, read_only: bool, data_only: bool, keep_links: bool) -> Workbook: ...
