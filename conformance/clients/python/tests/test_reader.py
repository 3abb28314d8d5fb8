"""The reader of HTTP responses: any split of the bytes, and responses that violate HTTP."""

from __future__ import annotations

import random
import unittest

from jackfield._runtime.http import HttpError, ResponseReader

HEAD = b"HTTP/1.1 200 OK\r\n"
RESPONSES = {
    "counted": (HEAD + b"Content-Length: 5\r\n\r\nhello", b"hello", True),
    "empty": (HEAD + b"content-length: 0\r\n\r\n", b"", True),
    "no content": (b"HTTP/1.1 204 No Content\r\n\r\n", b"", True),
    "chunked": (
        HEAD + b"Transfer-Encoding: Chunked\r\n\r\n5;name=\"a;b\"\r\nhello\r\nA \r\n0123456789\r\n"
        b"0\r\nx-trailer: 1\r\n\r\n",
        b"hello0123456789",
        True,
    ),
    "after 100 and 103": (
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"
        + HEAD
        + b"content-length: 2\r\n\r\n{}",
        b"{}",
        True,
    ),
    "no reason": (b"HTTP/1.1 200\r\ncontent-length: 2\r\n\r\n{}", b"{}", True),
    "close": (HEAD + b"Connection: Close\r\ncontent-length: 2\r\n\r\n{}", b"{}", False),
    "HTTP/1.0": (b"HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}", b"{}", False),
    "a line break in the body": (HEAD + b"content-length: 8\r\n\r\n\r\n\r\n\r\n\r\n", b"\r\n" * 4, True),
}
UNTIL_CLOSE = HEAD + b"content-type: text/plain\r\n\r\nsome text"

INVALID = {
    "two lengths": HEAD + b"content-length: 2\r\ncontent-length: 2\r\n\r\n{}",
    "a list of lengths": HEAD + b"content-length: 2, 2\r\n\r\n{}",
    "a negative length": HEAD + b"content-length: -2\r\n\r\n{}",
    "a length with a sign": HEAD + b"content-length: +2\r\n\r\n{}",
    "a length in other digits": HEAD + "content-length: ٢\r\n\r\n{}".encode(),
    "a length and chunks": HEAD + b"content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "an unknown coding": HEAD + b"transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "a chunk size in other words": HEAD + b"transfer-encoding: chunked\r\n\r\n0x5\r\nhello\r\n",
    "a chunk longer than its size": HEAD + b"transfer-encoding: chunked\r\n\r\n2\r\nhello\r\n",
    "a folded header": HEAD + b"a: b\r\n c\r\n\r\n",
    "a space before the colon": HEAD + b"content-length : 2\r\n\r\n{}",
    "a header without a colon": HEAD + b"nonsense\r\n\r\n",
    "another protocol": b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
    "HTTP/2": b"HTTP/2 200\r\n\r\n",
    "a status of two digits": b"HTTP/1.1 99 X\r\n\r\n",
    "an upgrade": b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
    "more than one response": RESPONSES["counted"][0] + HEAD,
    "a head of 64 KB": HEAD + b"x: " + b"y" * 65_536 + b"\r\n\r\n",
    "a head without an end": HEAD + b"x: " + b"y" * 65_536,
    "a chunk size without an end": HEAD + b"transfer-encoding: chunked\r\n\r\n" + b"0" * 65_537,
}


def read(parts: list[bytes]) -> ResponseReader:
    reader = ResponseReader()
    for part in parts:
        reader.feed(part)
    return reader


def split(data: bytes, *places: int) -> list[bytes]:
    edges = [0, *places, len(data)]
    return [data[start:end] for start, end in zip(edges, edges[1:]) if start < end]


class Splits(unittest.TestCase):
    def check(self, name: str, parts: list[bytes]) -> None:
        _, body, keeps_alive = RESPONSES[name]
        reader = read(parts[:-1])
        self.assertTrue(reader.feed(parts[-1]), (name, parts))
        assert reader.response is not None
        self.assertEqual(reader.response.body, body, (name, parts))
        self.assertEqual(reader.keeps_alive, keeps_alive, (name, parts))

    def test_every_split_in_two_and_in_three(self) -> None:
        for name, (data, _, _) in RESPONSES.items():
            for first in range(len(data)):
                for second in range(first, len(data)):
                    self.check(name, split(data, first, second))

    def test_single_bytes(self) -> None:
        for name, (data, _, _) in RESPONSES.items():
            self.check(name, split(data, *range(1, len(data))))

    def test_a_body_that_ends_with_the_connection(self) -> None:
        for place in range(1, len(UNTIL_CLOSE) + 1):
            reader = read(split(UNTIL_CLOSE, place))
            self.assertTrue(reader.feed(b""))
            assert reader.response is not None
            self.assertEqual(reader.response.body, b"some text")
            self.assertFalse(reader.keeps_alive)

    def test_every_early_end_is_an_error(self) -> None:
        for name, (data, _, _) in RESPONSES.items():
            for place in range(1, len(data)):
                reader = read([data[:place]])
                with self.assertRaises(HttpError, msg=(name, place)):
                    reader.feed(b"")


class InvalidResponses(unittest.TestCase):
    def test_they_are_refused_however_they_are_split(self) -> None:
        for name, data in INVALID.items():
            with self.subTest(name):
                with self.assertRaises(HttpError):
                    read([data])
                with self.assertRaises(HttpError):
                    read(split(data, *range(1, min(len(data), 1_000)), *range(1_000, len(data), 977)))

    def test_damaged_responses_raise_nothing_else(self) -> None:
        chance = random.Random(1)
        for _ in range(5_000):
            data = bytearray(chance.choice([data for data, _, _ in RESPONSES.values()]))
            for _ in range(chance.randint(1, 4)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            try:
                read([*split(bytes(data), chance.randrange(len(data))), b""])
            except HttpError:
                pass
