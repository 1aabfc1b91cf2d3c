"""Copies of dataclasses that share what they hold. What is copied often has slots.

With slots, an evening is replayed in nine tenths of the time: whoever looks into the ``__dict__``
of an object to copy it makes Python forget where its attributes lie.
"""

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

P = TypeVar("P", bound="DataclassInstance")


def shallow_copy(part: P) -> P:
    """Give a copy of a dataclass that shares what it holds."""
    twin = object.__new__(type(part))
    copy_fields(twin, part)
    return twin


def copy_fields(part: P, other: P) -> None:
    """Let a dataclass hold what another of its kind holds."""
    for name in _names(type(part)):
        setattr(part, name, getattr(other, name))


@cache
def _names(kind: "type[DataclassInstance]") -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
