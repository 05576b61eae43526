"""A source that is written against the kit's signatures, compiled once for each game with the game's own functions."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from gipf_engine.compiled import compile_annotated, copy_source, digest_of, find_folder
from gipf_engine.kit import kernel as kit
from gipf_engine.kit.kernel import Kernel


def compile_copy(source: ModuleType, kernel: Kernel, prefix: str) -> ModuleType:
    """A copy of `source` whose `SOURCES` are compiled with the functions of a kernel in place of the kit's.

    It is kept compiled where the kernel is, in a folder whose name begins with `prefix`.
    """
    file, folder = Path(str(source.__file__)), None
    if kernel.folder is not None:
        digest = digest_of([file, Path(str(kit.__file__))])
        folder = find_folder(file.parent, f"{prefix}-{kernel.folder.name}-{digest}")
    module = copy_source(source, f"{source.__name__}_of_{kernel.name}")
    for name, compiled in kernel.functions.items():
        setattr(module, name, compiled)
    for function in source.SOURCES:
        setattr(module, function.__name__, compile_annotated(folder, getattr(module, function.__name__)))
    return module
