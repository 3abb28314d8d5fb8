"""Follows events: what is requested, how the stream is read, and when it is requested again. It
does no input or output, so the blocking and the asynchronous client share it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from typing import Any

from .errors import JackfieldError
from .options import Options
from .plan import Plan
from .request import Route

#: The service sends something every 15 seconds. After this time the connection is dead.
MAX_SILENCE_SECONDS = 60.0
_ROUTE: Route[Any] = Route("GET", "/api/v1/events/stream", repeats=True, streams=True)
_MAX_DELAY_SECONDS = 30.0
#: After a reconnection, the service repeats the events of 5 seconds.
_MAX_SEEN = 10_000


class EventFeed:
    """The events of a stream, each once, over any number of connections."""

    def __init__(
        self, options: Options, *, trigger: str | None, type: str | None, after: str | None
    ) -> None:
        given = {"trigger": trigger, "type": type}
        self._options = options
        self._values = {name: value for name, value in given.items() if value is not None}
        self._last_id = after
        self._retry_seconds = 2.0
        self._failures = 0
        self._has_opened = False
        self._buffer = b""
        self._seen: dict[str, None] = {}

    def plan(self) -> Plan:
        """Plans the next connection."""
        headers = {"accept": "text/event-stream, application/problem+json"}
        if self._last_id:
            headers["last-event-id"] = self._last_id
        return Plan(self._options, _ROUTE, self._values, headers=headers)

    def opened(self) -> None:
        self._has_opened = True
        self._failures = 0
        self._buffer = b""

    def failed(self, error: JackfieldError) -> None:
        """Raises the error if another connection would fail too, or if none has been open."""
        if not self._has_opened or not error.retryable or error.status == 429:
            raise error

    def delay(self) -> float:
        """Returns the seconds to wait before the next connection."""
        longest = max(self._retry_seconds, _MAX_DELAY_SECONDS)
        delay = min(self._retry_seconds * 2.0**self._failures, longest)
        # The power of a larger number overflows.
        self._failures = min(self._failures + 1, 30)
        return delay * random.uniform(1, 1.25)

    def read(self, data: bytes) -> list[Any]:
        """Takes bytes of the stream, and returns the events that they complete (HTML, section
        9.2.6). The service sends the data of an event in one line."""
        *messages, self._buffer = re.split(rb"\r?\n\r?\n", self._buffer + data)
        events = [self._read_message(_parse_fields(message)) for message in messages]
        return [event for event in events if event is not None]

    def _read_message(self, fields: Mapping[str, str]) -> Any:
        self._last_id = fields.get("id") or self._last_id
        retry = fields.get("retry", "")
        if retry.isdecimal() and retry.isascii():
            self._retry_seconds = int(retry) / 1_000
        if not fields.get("data"):
            return None
        event = json.loads(fields["data"])
        if event["id"] in self._seen:
            return None
        self._seen[event["id"]] = None
        if len(self._seen) > _MAX_SEEN:
            del self._seen[next(iter(self._seen))]
        return event


def _parse_fields(message: bytes) -> dict[str, str]:
    lines = message.decode("utf-8", "replace").split("\n")
    parts = (line.rstrip("\r").partition(":") for line in lines)
    return {name: value.removeprefix(" ") for name, _, value in parts}
