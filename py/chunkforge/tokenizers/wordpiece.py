"""WordPiece: the longest piece of the vocabulary first, again and again, or the whole word is unknown."""

from __future__ import annotations

from collections.abc import Mapping

from chunkforge.tokenizers.lexicon import Tokens


class WordPiece:
    """The model of BERT and its relatives."""

    def __init__(self, vocabulary: Mapping[str, int], unknown: int, prefix: str, longest_word: int) -> None:
        """Set the model up.

        Args:
            vocabulary: ids by piece.
            unknown: id of a word that cannot be spelled.
            prefix: what pieces inside a word begin with, `##` as a rule.
            longest_word: words of more characters are unknown.
        """
        self.unknown = unknown
        self._first = vocabulary
        self._inner = {piece[len(prefix) :]: i for piece, i in vocabulary.items() if piece.startswith(prefix)}
        self._longest_piece = max(map(len, vocabulary), default=0)
        self._longest_word = longest_word

    def tokens(self, word: str) -> Tokens:
        """Tokenise one word."""
        n = len(word)
        if n > self._longest_word:
            return (self.unknown,), (0,), (n,)
        ids: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        pieces = self._first
        while at < n:
            for end in range(min(n, at + self._longest_piece), at, -1):
                piece = pieces.get(word[at:end])
                if piece is not None:
                    ids.append(piece)
                    starts.append(at)
                    ends.append(end)
                    at = end
                    break
            else:
                return (self.unknown,), (0,), (n,)
            pieces = self._inner
        return ids, starts, ends
