"""Assemble `dist/`: our pages, the third-party parts, and the list of every file with its hash."""

from __future__ import annotations

import hashlib
import json
import shutil
import tomllib
from pathlib import Path

from tools import bytecode, gate, parts
from tools.fetch import Fetcher
from tools.model import scoring_model
from tools.pins import ROOT, PublicModel
from tools.public_model import add_public_model
from tools.store import sha256_of
from tools.wheels import write_zip

BUILD_MARK = "@BUILD@"


def build_site(
    fetcher: Fetcher, target: Path, *, base: str = "/", project: Path = ROOT, model: PublicModel | None = None
) -> str:
    """Build the site; `target` changes only once the new one is complete and has passed the gate.

    Args:
        fetcher: where pinned files come from.
        target: the folder to make, replaced if it is there.
        base: the path under which the site will be served; its addresses are relative, so this only names the app.
        project: the repository's root.
        model: a public static model that the page then offers from its own files.

    Returns:
        The build's hash.

    Raises:
        FetchError: a pinned file is not to be had.
        GateError: the site would break one of its promises.
    """
    fetcher.runtime()
    fetcher.archives(fetcher.pins.used_for("site"))
    stage = target.with_name(f".{target.name}.new")
    shutil.rmtree(stage, ignore_errors=True)
    stage.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(project / "web", stage)
    parts.add_runtime(fetcher, stage)
    parts.add_wheels(fetcher, project, stage)
    bytecode.compile_library(stage / "runtime")
    parts.add_tokenizers(fetcher, stage)
    parts.add_character_maps(fetcher, stage)
    (stage / "scoring").mkdir()
    shutil.copyfile(scoring_model(fetcher), stage / "scoring" / "model.onnx.gz")
    if model is not None:
        add_public_model(fetcher, model, stage / "scoring" / model.name)
    (stage / "samples").mkdir()
    for name in ("handbook.pdf", "handbook.json"):
        shutil.copyfile(project / "samples" / name, stage / "samples" / name)
    for name in ("LICENSE", "THIRD-PARTY-NOTICES.md"):
        shutil.copyfile(project / name, stage / name)
    _name_app(stage, base)
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    build = seal(stage, about["version"])
    gate.check(stage, fetcher)
    _swap(stage, target)
    return build


def offline_zip(site: Path, folder: Path) -> Path:
    """Pack a built site into one zip: "unzip and serve".

    Returns:
        The zip's path, in `folder`.
    """
    version = json.loads((site / "build.json").read_text(encoding="utf-8"))["version"]
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"chunkforge-{version}.zip"
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    write_zip(target, ((f"chunkforge/{name}", (site / name).read_bytes()) for name in names))
    return target


def _name_app(stage: Path, base: str) -> None:
    """Give the installed app an identity that does not change when its start page's address does."""
    manifest = stage / "manifest.webmanifest"
    data = json.loads(manifest.read_text(encoding="utf-8"))
    data["id"] = "/" + base.strip("/") + ("/" if base.strip("/") else "")
    manifest.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def seal(stage: Path, version: str) -> str:
    """List every file with its hash, and stamp the build's own hash into the service worker.

    Returns:
        The build's hash.
    """
    files = {
        path.relative_to(stage).as_posix(): {"bytes": path.stat().st_size, "sha256": sha256_of(path)}
        for path in sorted(stage.rglob("*"))
        if path.is_file() and path.relative_to(stage).as_posix() not in gate.NOT_LISTED
    }
    worker = stage / "sw.js"
    script = worker.read_text(encoding="utf-8")
    build = hashlib.sha256((json.dumps(files, sort_keys=True) + script).encode()).hexdigest()
    worker.write_text(script.replace(BUILD_MARK, build), encoding="utf-8")
    text = json.dumps({"version": version, "hash": build, "files": files}, indent=1)
    (stage / "build.json").write_text(text + "\n", encoding="utf-8")
    sums = {name: entry["sha256"] for name, entry in files.items()}
    sums |= {name: sha256_of(stage / name) for name in gate.NOT_LISTED - {"SHA256SUMS"} if (stage / name).is_file()}
    lines = (f"{digest}  {name}\n" for name, digest in sorted(sums.items()))
    (stage / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    return build


def _swap(stage: Path, target: Path) -> None:
    old = target.with_name(f".{target.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    stage.rename(target)
    shutil.rmtree(old, ignore_errors=True)
