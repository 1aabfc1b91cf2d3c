"""What others wrote as JSON is read as it was meant, or refused; nothing breaks the reader."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.entries.parsing import (
    MAX_DEPTH,
    NO_RECORD,
    InvalidJson,
    parse_json,
    parse_records,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


@given(JSON, st.booleans())
def test_json_is_read_as_it_was_written(value: object, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert parse_json(text) == value
    assert parse_json("\ufeff" + text) == value
    assert parse_json(text.encode()) == value
    assert list(parse_records(text.encode())) == [(1, value)]


@given(st.lists(JSON, min_size=2), st.sampled_from(["\n", "\r\n", "\n\n", "\n \n"]))
def test_json_lines_are_parted_at_line_ends_only(values: list[object], end: str) -> None:
    text = end.join(json.dumps(value, ensure_ascii=False) for value in values) + end
    assert [value for _, value in parse_records(text.encode("utf-8-sig"))] == values


@pytest.mark.parametrize("letter", ["\u2028", "\u2029", "\u0085", "\u00a0", "\x7f"])
def test_a_letter_that_others_take_for_a_line_end_stays_in_its_name(letter: str) -> None:
    line = json.dumps({"name": f"A{letter}B"}, ensure_ascii=False)
    assert [one["name"] for _, one in parse_records(f"{line}\n{line}".encode())] == [
        f"A{letter}B"
    ] * 2


UNREADABLE: list[str | bytes] = [
    *("", "{", "[1,]", "NaN", "[-Infinity]", "1e999", '{"do": "deal", "do": "swap"}', "\x00"),
    *('"\\ud800"', '{"\\udfff": 1}', '"\ud800"', b"\xff", '"é"'.encode("latin-1"), '"\n"'),
    *(deep(MAX_DEPTH + 1), deep(100_000), '{"a":' * 100_000),
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_could_not_be_kept_is_refused_with_a_sentence(text: str | bytes) -> None:
    with pytest.raises(InvalidJson, match=r"^\w.*\.$"):
        parse_json(text)


def test_a_pair_of_halves_is_a_whole_character() -> None:
    assert parse_json('"\\ud83d\\ude00"') == "😀"


def test_a_deep_value_that_a_record_may_have_is_read() -> None:
    assert parse_json(deep(MAX_DEPTH))


def test_a_number_of_any_length_is_read_and_is_too_large_for_everything() -> None:
    assert parse_json("9" * 100_000) > 10**12
    assert parse_json("-" + "9" * 100_000) < -(10**12)


def test_a_line_that_cannot_be_read_stops_no_other() -> None:
    data = b'{"a": 1}\n\xff\nno\n\n{"a": 1, "a": 2}\nnull\n{"b": 2}'
    read = [{"a": 1}, NO_RECORD, NO_RECORD, NO_RECORD, None, {"b": 2}]
    assert list(parse_records(data)) == list(zip((1, 2, 3, 5, 6, 7), read, strict=True))


@pytest.mark.parametrize("data", [b"", b"no json", b"\xff\xfe\n\xff", deep(100_000).encode()])
def test_where_nothing_is_json_nothing_is_read(data: bytes) -> None:
    with pytest.raises(InvalidJson):
        list(parse_records(data))
