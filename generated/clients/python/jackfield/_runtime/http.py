"""Writes requests and reads responses in HTTP/1.1 (RFC 9112), without any input or output.

``ResponseReader`` receives bytes as they come, however they are split.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .request import Request

_MAX_HEAD_BYTES = 65_536


class HttpError(Exception):
    """The response violates HTTP/1.1 or ends early."""


class Response:
    """A response. Header names are in lowercase; repeated headers are joined with commas."""

    def __init__(self, status: int, headers: Mapping[str, str]) -> None:
        self.status = status
        self.headers = headers
        self.body = b""

    @property
    def is_event_stream(self) -> bool:
        is_success = 200 <= self.status < 300
        return is_success and self.headers.get("content-type", "").startswith("text/event-stream")


def format_request(
    request: Request, *, target: str, host: str, headers: Mapping[str, str]
) -> bytes:
    body = request.body
    lines = [f"{request.method} {target} HTTP/1.1", f"host: {host}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if body is not None or request.method not in ("GET", "DELETE"):
        lines.append(f"content-length: {len(body or b'')}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (body or b"")


class ResponseReader:
    """Reads one response. After ``feed`` returns ``True``, ``response`` is complete."""

    def __init__(self) -> None:
        self.response: Response | None = None
        #: Whether any byte of a response has come.
        self.has_started = False
        #: Whether the connection can carry another request.
        self.keeps_alive = False
        self._buffer = bytearray()
        self._body = bytearray()
        self._state = "head"
        self._remaining = 0

    def feed(self, data: bytes) -> bool:
        """Takes bytes, or ``b""`` if the connection has ended. Raises an ``HttpError``."""
        if not data:
            return self._end()
        self.has_started = True
        self._buffer += data
        while self._advance():
            pass
        return self._state == "done"

    def take_body(self) -> bytes:
        """Returns the part of the body that has come since the last call."""
        part = bytes(self._body)
        self._body.clear()
        return part

    def _end(self) -> bool:
        if self._state == "until_close":
            return self._finish()
        raise HttpError("The connection was closed before the response was complete.")

    def _advance(self) -> bool:
        """Reads the next part. Returns whether there may be another."""
        state = self._state
        if state == "head":
            return self._read_head()
        if state == "body":
            return self._read_counted("done")
        if state == "until_close":
            self._body += self._buffer
            self._buffer.clear()
            return False
        if state == "chunk_size":
            return self._read_chunk_size()
        if state == "chunk":
            return self._read_counted("chunk_end")
        if state == "chunk_end":
            return self._read_chunk_end()
        if state == "trailers":
            return self._read_trailers()
        if self._buffer:
            raise HttpError("The server sent more than one response.")
        return False

    def _read_head(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self._buffer) > _MAX_HEAD_BYTES:
                raise HttpError("The head of the response is too long.")
            return False
        if end > _MAX_HEAD_BYTES:
            raise HttpError("The head of the response is too long.")
        lines = self._buffer[:end].decode("latin-1").split("\r\n")
        del self._buffer[: end + 4]
        match = re.fullmatch(r"HTTP/1\.([01]) (\d{3})(?: .*)?", lines[0])
        if not match:
            raise HttpError("The response doesn't begin with an HTTP/1.1 status line.")
        status = int(match[2])
        if status == 101:
            raise HttpError("The server switched to another protocol.")
        if status < 200:
            return True
        self._begin_body(Response(status, _parse_headers(lines[1:])), is_old=match[1] == "0")
        return True

    def _begin_body(self, response: Response, *, is_old: bool) -> None:
        headers = response.headers
        self.response = response
        tokens = [token.strip().lower() for token in headers.get("connection", "").split(",")]
        self.keeps_alive = "keep-alive" in tokens if is_old else "close" not in tokens
        coding = headers.get("transfer-encoding")
        length = headers.get("content-length")
        if response.status in (204, 304):
            self._finish()
        elif coding is not None:
            if coding.strip().lower() != "chunked" or length is not None:
                raise HttpError("The length of the response is ambiguous.")
            self._state = "chunk_size"
        elif length is not None:
            if not re.fullmatch(r"\d{1,15}", length):
                raise HttpError("The length of the response is ambiguous.")
            self._remaining = int(length)
            self._state = "body"
        else:
            self.keeps_alive = False
            self._state = "until_close"

    def _read_counted(self, next_state: str) -> bool:
        part = self._buffer[: self._remaining]
        del self._buffer[: len(part)]
        self._body += part
        self._remaining -= len(part)
        if self._remaining > 0:
            return False
        if next_state == "done":
            self._finish()
        self._state = next_state
        return True

    def _read_line(self) -> bytes | None:
        end = self._buffer.find(b"\r\n")
        if end < 0:
            if len(self._buffer) > _MAX_HEAD_BYTES:
                raise HttpError("A line of the response is too long.")
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 2]
        return line

    def _read_chunk_size(self) -> bool:
        line = self._read_line()
        if line is None:
            return False
        match = re.fullmatch(rb"([0-9A-Fa-f]{1,12})[ \t]*(?:;.*)?", line)
        if not match:
            raise HttpError("The size of a chunk isn't a hexadecimal number.")
        self._remaining = int(match[1], 16)
        self._state = "chunk" if self._remaining else "trailers"
        return True

    def _read_chunk_end(self) -> bool:
        if len(self._buffer) < 2:
            return False
        if not self._buffer.startswith(b"\r\n"):
            raise HttpError("A chunk is longer than its size.")
        del self._buffer[:2]
        self._state = "chunk_size"
        return True

    def _read_trailers(self) -> bool:
        line = self._read_line()
        if line is None:
            return False
        if not line:
            self._finish()
        return True

    def _finish(self) -> bool:
        assert self.response is not None
        self.response.body = bytes(self._body)
        self._state = "done"
        return True


def _parse_headers(lines: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise HttpError("The response has an invalid header.")
        name, value = name.lower(), value.strip(" \t")
        if name in headers and name == "content-length":
            raise HttpError("The length of the response is ambiguous.")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def read_idle_seconds(headers: Mapping[str, str]) -> float:
    """Returns how long a connection can wait for its next request, a second less than the server
    says."""
    match = re.search(r"timeout=(\d+)", headers.get("keep-alive", ""))
    return max(0.0, int(match[1]) - 1) if match else 4.0
