"""An archive of records against its manifest: whatever differs is found."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from gipf_engine.rules.archive import MANIFEST, ArchiveWriter, UnreadableArchive, check_archive

RECORD = '[Game "gipf"]\n[Rules "basic"]\n[Event "Club Cup 1"]\n\n1. c2 g2\n\n'


def written() -> io.BytesIO:
    stream = io.BytesIO()
    writer = ArchiveWriter(stream)
    writer.add(RECORD)
    writer.add(RECORD.replace("c2 g2", "c2"))
    writer.close()
    return stream


def changed(name: str, change: Callable[[bytes], bytes]) -> io.BytesIO:
    """The archive with another content of one file, under a manifest that was made before."""
    stream = io.BytesIO()
    with zipfile.ZipFile(written()) as old, zipfile.ZipFile(stream, "w") as new:
        for each in old.namelist():
            content = old.read(each)
            new.writestr(each, change(content) if each == name else content)
    return stream


def test_an_archive_is_whole_as_it_was_written() -> None:
    (file,) = check_archive(written())
    assert (file.name, file.legal, file.faults) == ("records-0001.txt", 2, ())


def test_a_change_of_no_length_is_found_by_the_digest() -> None:
    """The records are legal still, as many, and as long."""
    (file,) = check_archive(changed("records-0001.txt", lambda text: text.replace(b"Cup 1", b"Cup 2")))
    assert (file.legal, file.faults) == (2, ("its digest is another than the manifest says",))


def test_a_manifest_that_counts_other_records_than_its_files_is_refused() -> None:
    def count(text: bytes) -> bytes:
        manifest: dict[str, Any] = json.loads(text)
        assert manifest["records"] == 2
        return json.dumps(manifest | {"records": 3}).encode()

    with pytest.raises(UnreadableArchive, match=f"its {MANIFEST} cannot be read"):
        list(check_archive(changed(MANIFEST, count)))


def test_a_file_that_holds_fewer_records_than_the_manifest_says_is_told() -> None:
    cut = changed("records-0001.txt", lambda text: text[: len(RECORD)])
    (file,) = check_archive(cut)
    assert file.legal == 1
    assert "it holds 1 records, and the manifest says 2" in file.faults
