"""Random texts made of what tokenizers get wrong: scripts, marks, spaces, specials, long runs."""

from __future__ import annotations

import random

PIECES = (
    *(" ", "  ", "    ", "\t", "\n", "\r\n", "\n\n", "\n    ", "\t\t", "\u00a0", "\u2028", "\u3000", "\x85"),
    *("'s", "'LL", "don't", "I'm", "\u017f", "\u212a", "a", "A", "the", "The", " hello", "world", "ing", "x" * 30),
    *("123", "4567", "0", "3.14", "\u00bd", "\u0663", "\u0967", "\u2460", ".", ",", "...", "!", "?!", "_", "__", "-"),
    *("--", "(", ")", "[", "]", "{", "}", "/", "\\", "<", ">", "|", "@", "#", "$", "%", "^", "&", "*", "=", "+", "~"),
    *("`", '"', "'", "\u2019", "\u201c", "\u201d", "\u2014", "\u2581", "\u2581\u2581", " \u2581", "https://a.b/c?d=e"),
    *(
        "\u0301",
        "\u0323",
        "\u0307",
        "e\u0301",
        "\u200d",
        "\u200b",
        "\ufeff",
        "\ufffd",
        "\x00",
        "\x07",
        "\xad",
        "\u0344",
    ),
    *("\u0130", "\u1e9e", "\u00df", "\ufb01", "\u338f", "\u00e9", "\u00c5", "\u00f1", "\u03a3", "\u03a3\u0391\u03a3"),
    *(
        "\u4e2d",
        "\u6587",
        "\u65e5\u672c",
        "\ud55c\uad6d",
        "\u1112\u1161\u11ab",
        "\u0e01",
        "\u0e33",
        "\ufdfa",
        "\u1e9b\u0323",
    ),
    *(
        "\u0939\u093f",
        "\u0928\u094d\u0926\u0940",
        "\u0915\u094d\u0937",
        "\u05e9\u05dc\u05d5\u05dd",
        "\u0645\u0631",
        "\u064e",
    ),
    *("\U0001f600", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1e9\U0001f1ea", "\U0001f1eb", "\u2764\ufe0f"),
    *(
        "\U0001d400",
        "\U00020000",
        "\U0002b820",
        "\ue000",
        "\U000e0067",
        "\u0fd9",
        "\u01c4",
        "\u1ffc",
        "\ud7a3",
        "\u0416\u0401",
    ),
    *("[CLS]", "[MASK]", " [MASK] ", "[PAD]", "[UNK]", "[SEP]", "<s>", "</s>", "<unk>", "<mask>", " <mask>", "<pad>"),
    *("<|endoftext|>", "<|im_start|>", "<EOT>", "|||IP_ADDRESS|||", "<0x41>"),
)
ANYTHING = (range(0xD800), range(0xE000, 0x110000))


def hard_text(chance: random.Random) -> str:
    """Make one text."""
    parts = [_part(chance) for _ in range(chance.randint(1, 14))]
    if chance.random() < 0.03:
        parts.append(chance.choice(PIECES) * chance.randint(2, 200))
    return "".join(parts)


def _part(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.72:
        return chance.choice(PIECES)
    if kind < 0.9:
        return chr(chance.randrange(0x3000))
    return chr(chance.choice(ANYTHING[0] if chance.random() < 0.5 else ANYTHING[1]))
