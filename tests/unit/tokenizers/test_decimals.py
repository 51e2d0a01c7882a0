"""Numbers of a file, many at once against one by one, and against what the reference's reader makes of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.tokenizers.decimals import read_decimal, value, values

NUMBERS = st.one_of(
    st.builds("{}e{}".format, st.floats(-1000, 1000), st.integers(-200, 200)).filter(lambda n: n.count("e") == 1),
    st.floats(-1000, 1000).filter(lambda n: n == 0 or abs(n) > 1e-200).map(repr),
    st.from_regex(r"-?(0|[1-9][0-9]{0,20})\.[0-9]{1,22}([eE][+-]?[0-9]{1,2})?", fullmatch=True),
)


@given(st.lists(NUMBERS))
def test_many_numbers_are_what_each_is_alone(numbers: list[str]):
    decimals = [read_decimal(number) for number in numbers]
    assert values(decimals) == [value(decimal) for decimal in decimals]


@given(st.decimals(-999, 999, places=12).map(str))
def test_a_number_of_few_digits_is_the_nearest_double(number: str):
    assert values([read_decimal(number)]) == [float(number)]


def test_a_number_of_many_digits_is_rounded_twice_as_the_reference_does():
    written = "-10.6294555664062503"
    assert json.loads(written, parse_float=read_decimal) == ("-10", ".", "6294555664062503")
    assert values([read_decimal(written)]) == [-(106294555664062503 / 1e16)]


def test_digits_that_no_integer_holds_are_dropped():
    assert value(read_decimal("1.23456789012345678901")) == 12345678901234567890 / 1e19


@pytest.mark.parametrize("number", ["1.0e309", "1.0e-309", "1e400"])
def test_a_number_out_of_range_is_no_number(number: str):
    with pytest.raises(ValueError, match=r"^$"):
        values([("-1", ".", "5"), read_decimal(number)])
