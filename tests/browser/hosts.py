"""Local hosts for the browser tests: one that can go away, change and break; one that would accept anything."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from playwright.sync_api import Browser, Page, Route

from tools import chromium
from tools.server import Server, SiteHandler


class StaticHost:
    """A static host of one folder. It can be stopped and started again at the same address, serve another folder, break
    off in the middle of some files, or keep some waiting until one has broken off.
    """

    def __init__(self, folder: Path, base: str = "/") -> None:
        self.folder = folder
        self.base = base
        self.broken: set[str] = set()
        self.late: set[str] = set()
        self.broke_off = threading.Event()
        self.asked: list[str] = []
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.base}"

    def start(self) -> None:
        host = self

        class Handler(SiteHandler):
            base = host.base
            protocol_version = "HTTP/1.0"  # a connection kept open would go on answering after a stop

            def __init__(self, *args, **kwargs) -> None:
                super().__init__(*args, directory=str(host.folder), **kwargs)

            def do_GET(self) -> None:  # noqa: N802 - the name http.server calls
                del self.headers["If-Modified-Since"]  # two versions of a test's site are of the same second
                name = self.path.partition("?")[0].removeprefix(host.base)
                host.asked.append(name)
                if name in host.broken:
                    data = (host.folder / name).read_bytes()
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data[: len(data) // 2])
                    self.close_connection = True
                    self.wfile.flush()
                    self.connection.shutdown(socket.SHUT_RDWR)
                    host.broke_off.set()
                    return
                if name in host.late:
                    host.broke_off.wait(timeout=30)
                super().do_GET()

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@dataclass
class OpenHost:
    """A foreign host that allows every origin everything, and notes what reaches it."""

    reached: list[str] = field(default_factory=list)
    arrival: threading.Event = field(default_factory=threading.Event)  # set once anything has reached it

    def start(self) -> None:
        host = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                host.reached.append(self.path)
                host.arrival.set()
                kind = {
                    "mjs": "text/javascript",
                    "js": "text/javascript",
                    "css": "text/css",
                    "events": "text/event-stream",
                }
                self.send_response(200)
                self.send_header("Content-Type", kind.get(self.path.rpartition(".")[2], "text/plain"))
                self.send_header("Access-Control-Allow-Origin", "*")
                self.send_header("Access-Control-Allow-Headers", "*")
                self.send_header("Access-Control-Allow-Methods", "*")
                self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_POST = do_OPTIONS = do_HEAD = do_PUT = answer  # noqa: N815 - names http.server calls

            def log_message(self, *_) -> None:
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/"

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def hold_back(page: Page, address: str) -> list[Route]:
    """Give the requests for an address, which wait until they are let go."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(address, hold)
    return held


@contextmanager
def without_https(browser: Browser, host: StaticHost) -> Iterator[tuple[Page, str]]:
    """Give a tab of another Chromium, and the host's address under a name that is not the machine's own."""
    flags = [*chromium.FLAGS, "--host-resolver-rules=MAP plain.example 127.0.0.1"]
    other = browser.browser_type.launch(executable_path=chromium.installed(), args=flags)
    yield other.new_page(), host.url.replace("127.0.0.1", "plain.example")
    other.close()
