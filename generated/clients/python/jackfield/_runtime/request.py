"""Creates the HTTP requests of operations."""

from __future__ import annotations

import json
import re
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from .errors import invalid_input


class Unset:
    """The type of ``UNSET``: an input that isn't sent, unlike ``None``."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()

#: What ``encodeURIComponent`` leaves as it is, so that both clients send the same bytes.
_UNESCAPED = "!~*'()"


Result = TypeVar("Result")


@dataclass(frozen=True)
class Route(Generic[Result]):
    """An operation of the service, and the type of its result."""

    method: str
    #: A path template: ``/api/v1/apps/{app}``.
    path: str
    #: Whether inputs outside of the path are sent as a JSON body.
    has_body: bool = False
    #: Whether carrying out the request twice has the same effect as once.
    repeats: bool = False
    #: Whether the operation takes an ``idempotency_key``.
    has_key: bool = False
    #: The seconds that the service itself waits, unless the input ``timeout`` names others.
    wait_seconds: float | None = None
    #: Whether the response is a stream of server-sent events.
    streams: bool = False


@dataclass(frozen=True, repr=False)
class Request:
    """A request that can be sent several times. Its headers belong to each attempt."""

    method: str
    target: str
    #: JSON.
    body: bytes | None


def create_request(route: Route[Any], values: Mapping[str, Any], *, path_prefix: str) -> Request:
    """Raises a ``JackfieldError`` (``invalid_input``) if an input can't be sent."""
    in_path = set(re.findall(r"\{(\w+)\}", route.path))
    rest = {name: value for name, value in values.items() if name not in in_path}

    def fill(match: re.Match[str]) -> str:
        return _encode_segment(match[1], values.get(match[1]))

    target = path_prefix + re.sub(r"\{(\w+)\}", fill, route.path)
    if not route.has_body:
        return Request(route.method, target + _encode_query(rest), None)
    try:
        text = json.dumps(rest, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        body = text.encode()
    except (TypeError, ValueError) as error:
        raise invalid_input(f"The input can't be sent as JSON: {error}") from None
    return Request(route.method, target, body)


def _encode_segment(name: str, value: object) -> str:
    text = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    # Servers remove "." and "..", encoded or not, so another path would be requested.
    if text in ("", ".", ".."):
        raise invalid_input(f"{name} is {json.dumps(value, default=str)}, but must name something.")
    return _encode(text)


def _encode_query(values: Mapping[str, Any]) -> str:
    pairs = [
        f"{_encode(name)}={_encode(_to_text(item))}"
        for name, value in values.items()
        for item in _to_items(value)
    ]
    return "?" + "&".join(pairs) if pairs else ""


def _to_items(value: Any) -> Sequence[object]:
    return cast("Sequence[object]", value) if isinstance(value, (list, tuple)) else [value]


def _to_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _encode(text: str) -> str:
    try:
        return urllib.parse.quote(text, safe=_UNESCAPED)
    except UnicodeEncodeError:
        raise invalid_input("The input contains a lone surrogate, which isn't text.") from None
