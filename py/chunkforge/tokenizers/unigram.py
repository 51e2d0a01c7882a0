"""Unigram: of all ways to spell a word from the vocabulary, the one whose scores add up to most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chunkforge.tokenizers.lexicon import Tokens

UNKNOWN_PENALTY = 10.0


class Unigram:
    """The model of XLM-R and its relatives, in a tokenizer.json."""

    def __init__(
        self, vocabulary: Mapping[str, int], scores: Sequence[float], unknown: int, *, byte_fallback: bool
    ) -> None:
        """Set the model up.

        Args:
            vocabulary: ids by piece.
            scores: by id.
            unknown: id of characters that no piece spells.
            byte_fallback: spell those as bytes where the vocabulary can.
        """
        self.unknown = unknown
        self._ids = vocabulary
        self._scores = scores
        self._missing = min(scores, default=0.0) - UNKNOWN_PENALTY
        self._longest = max(map(len, self._ids), default=0)
        self._byte_fallback = byte_fallback

    def tokens(self, word: str) -> Tokens:
        """Tokenise one word."""
        ids: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        for start, end in self._spelled(word):
            text = word[start:end]
            number = self._ids.get(text)
            numbers = [number] if number is not None else self._unspelled(text)
            ids += numbers
            starts += [start] * len(numbers)
            ends += [end] * len(numbers)
        return ids, starts, ends

    def _unspelled(self, text: str) -> list[int]:
        if self._byte_fallback:
            numbers = [self._ids.get(f"<0x{b:02X}>") for b in text.encode("utf-8", "surrogatepass")]
            if None not in numbers:
                return [number for number in numbers if number is not None]
        return [self.unknown]

    def _spelled(self, word: str) -> list[tuple[int, int]]:
        """Find the best spelling (Viterbi), neighbouring unknown characters joined."""
        n = len(word)
        ids, scores, longest, missing = self._ids, self._scores, self._longest, self._missing
        best = [0.0] * (n + 1)
        came_from = [-1] * (n + 1)
        known = [True] * (n + 1)
        for start in range(n):
            so_far = best[start]
            single = False
            for end in range(start + 1, min(n, start + longest) + 1):
                number = ids.get(word[start:end])
                if number is None:
                    continue
                score = so_far + scores[number]
                if came_from[end] < 0 or score > best[end]:
                    best[end], came_from[end], known[end] = score, start, number != self.unknown
                if end == start + 1:
                    single = True
            if not single:
                score = so_far + missing
                end = start + 1
                if came_from[end] < 0 or score > best[end]:
                    best[end], came_from[end], known[end] = score, start, False
        path: list[tuple[int, int]] = []
        end = n
        was_known = True
        while end > 0:
            start = came_from[end]
            if path and not known[end] and not was_known:
                path[-1] = (start, path[-1][1])
            else:
                path.append((start, end))
            was_known = known[end]
            end = start
        path.reverse()
        return path
