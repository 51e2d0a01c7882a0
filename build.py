#!/usr/bin/env python3
"""chunkforge's one entry: serve the site, build it, test it, measure it.

    python3 build.py serve     build and serve on this machine
    python3 build.py dist      only build, into dist/
    python3 build.py test      install what the tests need, build, check and test; what follows goes to pytest
    python3 build.py bench     measure everything, one table; with a name (see tools/bench/) that alone
    python3 build.py bench-table    write README's table from the kept result, docs/bench.json
    python3 build.py sample-table   measure the sample and write the table into README.md
    python3 build.py notices   write THIRD-PARTY-NOTICES.md from the pins

Needs Python 3.11 or newer and pip; everything else is fetched once, checked by SHA-256 and kept in a cache folder
(CHUNKFORGE_CACHE, else the user's cache folder).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - said in a sentence, before a newer syntax error says it worse
    raise SystemExit("chunkforge's build needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")

from tools import bench_table, notices, testing
from tools.environment import environment
from tools.fetch import Fetcher, FetchError
from tools.gate import GateError
from tools.model import ModelError
from tools.pins import ROOT, project_pins
from tools.pip import PipError
from tools.server import address, make_server
from tools.site import build_site, offline_zip
from tools.store import Store, cache_root

DIST = ROOT / "dist"


def main(arguments: list[str]) -> int:
    """Run one command.

    Args:
        arguments: the command line without the program's name.

    Returns:
        The exit code.
    """
    options, rest = _parser().parse_known_args(arguments)
    if rest and options.command not in {"test", "bench"}:
        _parser().error(f"{options.command} does not know {' '.join(rest)}")
    fetcher = Fetcher(Store(cache_root()), project_pins())
    try:
        match options.command:
            case "serve":
                return _serve(fetcher, options.port, _path(options.base))
            case "dist":
                _build(fetcher, options.out, _path(options.base), options.scorer)
                print(offline_zip(options.out, ROOT / "build"))
                return 0
            case "test":
                return testing.run(fetcher, rest, built=options.built)
            case "bench" | "sample-table":
                _build(fetcher, DIST, "/")
                bench = f"tools.bench.{options.name}" if options.command == "bench" and options.name else "tools.bench"
                return _module(bench if options.command == "bench" else "tools.sample_table", rest)
            case "bench-table":
                bench_table.write()
            case _:
                fetcher.runtime()
                fetcher.archives(fetcher.pins.used_for("site", "model"))
                (ROOT / "THIRD-PARTY-NOTICES.md").write_text(notices.text(fetcher), encoding="utf-8")
    except (FetchError, PipError, GateError, ModelError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="build.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser("serve", help="build the site and serve it on this machine")
    serve.add_argument("--port", type=int, help="the port to use (default: 8317, or any free one where it is taken)")
    serve.add_argument("--base", default="/", help="the path to serve it under, as a static host would")
    dist = commands.add_parser("dist", help="build the site into a folder, and an offline zip into build/")
    dist.add_argument("--out", type=Path, default=DIST, help="the folder (default: dist)")
    dist.add_argument("--base", default="/", help="the path that the site will be served under")
    models = [model.name for model in project_pins().static_models]
    dist.add_argument(
        "--scorer", choices=models, help="put this static model into the site, so that it asks no other host"
    )
    test = commands.add_parser("test", help="install, build, check and test; the rest goes to pytest", add_help=False)
    test.add_argument("--built", action="store_true", help="test dist/ as it is instead of building it")
    bench = commands.add_parser("bench", help="measure everything, or one thing")
    names = sorted(path.stem for path in (ROOT / "tools" / "bench").glob("[a-z]*.py"))
    bench.add_argument("name", nargs="?", choices=names, help="measure this alone")
    commands.add_parser("bench-table", help="write README's table of speed from docs/bench.json")
    commands.add_parser("sample-table", help="measure the sample and write its table into README.md")
    commands.add_parser("notices", help="write THIRD-PARTY-NOTICES.md")
    return parser


def _path(base: str) -> str:
    """A path with a slash at both ends."""
    inner = base.strip("/")
    return f"/{inner}/" if inner else "/"


def _build(fetcher: Fetcher, target: Path, base: str, scorer: str | None = None) -> None:
    started = time.monotonic()
    model = next((model for model in fetcher.pins.static_models if model.name == scorer), None)
    build = build_site(fetcher, target, base=base, model=model)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(f"Built {target} ({size / 1e6:.1f} MB, build {build[:12]}) in {time.monotonic() - started:.1f} s", flush=True)


def _module(name: str, arguments: list[str]) -> int:
    """Run one of our modules where all that it imports is installed."""
    command = [str(environment("test")), "-m", name, *arguments]
    variables = os.environ | {"PYTHONPATH": str(ROOT / "py")}
    return subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode


def _serve(fetcher: Fetcher, port: int | None, base: str) -> int:
    _build(fetcher, DIST, base)
    try:
        server = make_server(DIST, port=port, base=base)
    except OSError as error:
        print(f"Port {port} cannot be used ({error.strerror}). Leave --port away to take a free one.", file=sys.stderr)
        return 1
    print(f"Serving {address(server, base)} (Ctrl+C stops)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
