"""A server that speaks as much of S3 as contents of files need: objects of one bucket, in memory."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

BUCKET = "club-files"
_LIST = """<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>{}{}</ListBucketResult>"""
_MODIFIED = "Sat, 28 Nov 2026 12:00:00 GMT"


class _Bucket(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # and so answers `Expect: 100-continue`
    objects: dict[str, bytes]

    def do_PUT(self) -> None:
        self.objects[self._key()] = self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(200)

    def do_GET(self) -> None:
        if not self._key():
            self._answer(200, self._listing().encode())
            return
        content = self.objects.get(self._key())
        self._answer(404 if content is None else 200, content or b"")

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_DELETE(self) -> None:
        self.objects.pop(self._key(), None)
        self._answer(204)

    def log_message(self, *_: object) -> None:
        """Nothing."""

    def _key(self) -> str:
        return unquote(urlsplit(self.path).path).removeprefix(f"/{BUCKET}").lstrip("/")

    def _listing(self) -> str:
        prefix = parse_qs(urlsplit(self.path).query).get("prefix", [""])[0]
        rest = [key.removeprefix(prefix) for key in sorted(self.objects) if key.startswith(prefix)]
        folders = sorted({each.partition("/")[0] for each in rest if "/" in each})
        return _LIST.format(
            "".join(f"<Contents><Key>{prefix}{each}</Key></Contents>" for each in rest if "/" not in each),
            "".join(f"<CommonPrefixes><Prefix>{prefix}{each}/</Prefix></CommonPrefixes>" for each in folders),
        )

    def _answer(self, status: int, content: bytes = b"") -> None:
        self.send_response(status)
        for name, value in (("Content-Length", str(len(content))), ("Last-Modified", _MODIFIED), ("ETag", '"1"')):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


@contextmanager
def object_storage() -> Iterator[tuple[str, dict[str, bytes]]]:
    """Its FILES_URL, for a folder of the bucket, and what it holds."""
    objects: dict[str, bytes] = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bucket", (_Bucket,), {"objects": objects}))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    yield f"s3://{BUCKET}/gipfel?endpoint_url={address}&region_name=local&addressing_style=path", objects
    server.shutdown()
    server.server_close()
