"""A scripted HTTP server on raw sockets, and clients that call it."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import threading
from typing import Callable, Iterator

import jackfield

API_KEY = "jkf_live_planted_key"


def answer(value: object = None, *, status: int = 200, headers: str = "") -> bytes:
    body = json.dumps({} if value is None else value).encode()
    head = f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{headers}"
    return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body


def read_request(stream: socket.socket, buffer: bytearray) -> tuple[str, bytes] | None:
    """Returns the head and the body of the next request, or `None` at the end."""
    while (end := buffer.find(b"\r\n\r\n")) < 0:
        data = stream.recv(65_536)
        if not data:
            return None
        buffer += data
    head = buffer[:end].decode("latin-1")
    del buffer[: end + 4]
    lengths = [line[15:] for line in head.split("\r\n") if line.startswith("content-length:")]
    length = int(lengths[0]) if lengths else 0
    while len(buffer) < length:
        buffer += stream.recv(65_536)
    body = bytes(buffer[:length])
    del buffer[:length]
    return head, body


class Server:
    """Calls `reply(number, head, body)` for each request. Bytes are sent; `None` closes the
    connection; a function gets the socket."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self.reply: Callable[[int, str, bytes], object] = lambda number, head, body: answer()
        #: Sent as soon as a reply has been: closes idle connections, or sends more.
        self.after: Callable[[socket.socket], bool] = lambda stream: True
        self.requests: list[tuple[str, bytes]] = []
        self.opened = 0
        self._context = context
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._streams: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self.closed_by_client = threading.Event()
        self.port: int = self._listener.getsockname()[1]
        self.url = f"{'https' if context else 'http'}://127.0.0.1:{self.port}"
        self._start(self._accept)

    def _start(self, target: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                stream, _ = self._listener.accept()
                self.opened += 1
                self._start(self._serve, stream)

    def _serve(self, stream: socket.socket) -> None:
        with contextlib.suppress(OSError):
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._context:
                stream = self._context.wrap_socket(stream, server_side=True)
            self._streams.add(stream)
            self._answer(stream)
        stream.close()

    def _answer(self, stream: socket.socket) -> None:
        buffer = bytearray()
        while request := read_request(stream, buffer):
            with self._lock:
                self.requests.append(request)
                number = len(self.requests)
            reply = self.reply(number, *request)
            if reply is None:
                return
            if isinstance(reply, bytes):
                stream.sendall(reply)
            elif callable(reply) and not reply(stream):
                return
            if not self.after(stream):
                return
        self.closed_by_client.set()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for stream in list(self._streams):
            with contextlib.suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextlib.contextmanager
def served(**options: object) -> Iterator[tuple[Server, jackfield.Jackfield]]:
    with Server() as server, jackfield.Jackfield(API_KEY, base_url=server.url, **options) as client:
        yield server, client


def async_client(server: Server, **options: object) -> jackfield.AsyncJackfield:
    return jackfield.AsyncJackfield(API_KEY, base_url=server.url, **options)


def close_after_reply(stream: socket.socket) -> bool:
    return False


def read_keys(server: Server) -> set[str]:
    return {json.loads(body)["idempotency_key"] for _, body in server.requests}
