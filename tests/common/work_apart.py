"""Work for `tests.common.test_limited_process`, done by a process of its own."""

from __future__ import annotations

import os
import time


def turn_round(data: bytes) -> bytes:
    return data[::-1] + f" {os.getpid()}".encode()


def loop(_data: bytes) -> bytes:
    while True:
        pass


def sleep(_data: bytes) -> bytes:
    time.sleep(600)
    return b""


def fill(data: bytes) -> bytes:
    return b"filled" if bytearray(int(data)) else b""


def fail(_data: bytes) -> bytes:
    raise ValueError("no such thing")


def lack(_data: bytes) -> bytes:
    raise ModuleNotFoundError("No module named 'openpyxl'")


def names_of_environment(_data: bytes) -> bytes:
    return " ".join(os.environ).encode()


def niceness(_data: bytes) -> bytes:
    return str(os.nice(0)).encode()
