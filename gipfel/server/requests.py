"""From what uvicorn tells about a request to what WSGI wants to know: the environ, and the body whole."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.core.exceptions import RequestDataTooBig

from common.live.bus import STREAM
from gipfel.server import limits
from gipfel.server.spool import open_spool

STREAM_ADDRESS = "/live"
"""Where pages are followed (gipfel.server.live)."""

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Coroutine[Any, Any, Message]]
Send = Callable[[Message], Awaitable[None]]


class Left(Exception):
    """The client went away before its request was there."""


class TooSlow(Exception):
    """The body did not come in time."""


class TooLarge:
    """The body of a request that is too large to be read: the reader of it is told, so each page refuses in its way."""

    def read(self, size: int = -1) -> bytes:
        raise RequestDataTooBig(f"A request holds at most {limits.LARGEST_BODY} bytes.")

    readline = read

    def close(self) -> None:
        """There is nothing to close."""


class FileAnswer:
    """An answer that is a file: it is sent from where it lies, and not copied. PEP 3333 calls it wsgi.file_wrapper."""

    def __init__(self, file: IO[bytes], _block_size: int = 0) -> None:
        self.file = file

    def close(self) -> None:
        """For a caller that does not want its content."""
        self.file.close()


Body = IO[bytes] | TooLarge


async def receive_body(receive: Receive, declared: int) -> tuple[Body, int]:
    """The whole body, and its size in bytes; `declared` is what Content-Length says.

    Raises Left, or TooSlow when it falls behind LEAST_RATE by STALL_SECONDS. One that is larger than LARGEST_BODY, or
    says that it will be, is not read.
    """
    if declared > limits.LARGEST_BODY:
        return TooLarge(), declared
    body, size = open_spool(), 0
    began = asyncio.get_running_loop().time()
    try:
        more = True
        while more:
            async with asyncio.timeout_at(began + limits.STALL_SECONDS + size / limits.LEAST_RATE):
                message = await receive()
            if message["type"] == "http.disconnect":
                raise Left
            size += body.write(message.get("body", b""))
            if size > limits.LARGEST_BODY:
                body.close()
                return TooLarge(), size
            more = message.get("more_body", False)
    except TimeoutError:
        body.close()
        raise TooSlow from None
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body, size


def environ_of(scope: Scope, body: Body, size: int) -> dict[str, Any]:
    """What PEP 3333 wants to know of a request with this body of `size` bytes."""
    server, client = scope.get("server") or ("", None), scope.get("client") or ("", None)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.get("method", "GET"),  # a WebSocket has none
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1] or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str(client[0]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.file_wrapper": FileAnswer,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        STREAM: STREAM_ADDRESS,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        if "_" in name:  # X_Forwarded_For would be taken for X-Forwarded-For, which only proxies may say
            continue
        key = "HTTP_" + name.upper().replace("-", "_")
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["CONTENT_LENGTH"] = str(size) if size else ""
    return environ
