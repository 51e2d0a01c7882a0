"""Tokenizers as we load them, and as the reference libraries do, from the same files."""

from __future__ import annotations

import copy
import json
import os
import random
import sys
from collections.abc import Callable
from functools import cache

import pytest
from references import FLAGS, RANKS, VARIANTS, Pair, json_reference, tiktoken_reference

from chunkforge.tokenizers import load_tiktoken, load_tokenizer
from tools.fetch import Fetcher
from tools.fixtures import fixture_path


@pytest.fixture(scope="session")
def fixture_bytes(fetcher: Fetcher) -> Callable[[str], bytes]:
    """The bytes of a tokenizer file, by name, with the changes of a variant."""

    def read(name: str) -> bytes:
        base, changes = VARIANTS.get(name, (name, None))
        data = fixture_path(base, fetcher).read_bytes()
        if changes is None:
            return data
        file = json.loads(data)
        for token in file["added_tokens"]:
            token.update(dict.fromkeys(FLAGS, False))
        return json.dumps(file | copy.deepcopy(changes)).encode()

    return cache(read)


@pytest.fixture(scope="session")
def pair(fixture_bytes: Callable[[str], bytes], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Pair]:
    """A tokenizer by name, ours beside the reference."""

    def load(name: str) -> Pair:
        data = fixture_bytes(name)
        if name in RANKS:
            folder = tmp_path_factory.mktemp("ranks")
            return Pair(name, load_tiktoken(name, data), tiktoken_reference(name, data, folder))
        return Pair(name, load_tokenizer(data, name), json_reference(data))

    return cache(load)


@pytest.fixture
def fresh() -> random.Random:
    """Chance with a new seed each run, which is printed so that a failure can be run again (CHUNKFORGE_SEED)."""
    seed = int(os.environ.get("CHUNKFORGE_SEED") or random.SystemRandom().randrange(1 << 32))
    sys.stdout.write(f"CHUNKFORGE_SEED={seed}\n")
    return random.Random(seed)
