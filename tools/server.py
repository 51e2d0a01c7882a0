"""Serve a folder on this machine as a plain static host would, with the media types that browsers insist on."""

from __future__ import annotations

import errno
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

# The first choice stays the same from run to run: what a browser keeps for the page belongs to its port too.
PREFERRED_PORT = 8317
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class SiteHandler(SimpleHTTPRequestHandler):
    """Files of `directory` under the path `base`; everything else is not found."""

    base = "/"
    caching = "no-cache"
    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def send_head(self):  # type: ignore[no-untyped-def]  # noqa: ANN201 - the type is the standard library's own
        """Answer with a file, a redirect to the base, or "not found"."""
        path, _, query = self.path.partition("?")
        if path + "/" == self.base:
            self.send_response(301)
            self.send_header("Location", self.base)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        if not path.startswith(self.base):
            self.send_error(404)
            return None
        self.path = "/" + path.removeprefix(self.base) + ("?" + query if query else "")
        return super().send_head()

    def end_headers(self) -> None:
        """Say how long the browser may keep what it got."""
        self.send_header("Cache-Control", self.caching)
        super().end_headers()

    def list_directory(self, path):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201, ARG002
        """List nothing: static hosts do not either."""
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        """Say nothing about single requests."""


class Server(ThreadingHTTPServer):
    """One thread a connection; a browser that breaks off is no event."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Report what went wrong with a request, unless the other side has gone."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def make_server(folder: Path, *, port: int | None = None, base: str = "/", caching: str = "no-cache") -> Server:
    """Bind a server of this machine alone.

    Args:
        folder: what to serve.
        port: the port to take; without one the preferred port, or any free one where that is taken.
        base: the path under which the folder appears, with a slash at both ends.
        caching: the answer's Cache-Control; by default the browser asks again each time, so that a rebuilt site is
            seen at once.

    Returns:
        The server, not yet running; its address is `address(server)`.

    Raises:
        OSError: the port that was asked for is taken.
    """

    class Handler(SiteHandler):
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, directory=str(folder), **kwargs)  # type: ignore[arg-type]

    Handler.base = base
    Handler.caching = caching
    try:
        return Server(("127.0.0.1", PREFERRED_PORT if port is None else port), Handler)
    except OSError as error:
        if port is not None or error.errno not in {errno.EADDRINUSE, errno.EACCES}:
            raise
        return Server(("127.0.0.1", 0), Handler)


def address(server: Server, base: str = "/") -> str:
    """The address of a server's start page."""
    return f"http://127.0.0.1:{server.server_address[1]}{base}"
