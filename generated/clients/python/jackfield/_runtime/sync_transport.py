"""Sends requests over kept connections and waits for the responses."""

from __future__ import annotations

import collections
import os
import select
import socket
import threading
import time
from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any

from .connect import (
    check_tunnel,
    create_tls_context,
    find_proxy,
    format_connect,
    host_header,
    proxy_headers,
    request_target,
)
from .errors import JackfieldError
from .events import MAX_SILENCE_SECONDS, EventFeed
from .http import HttpError, Response, ResponseReader, format_request, read_idle_seconds
from .options import Options
from .pages import Pages
from .plan import Plan, UnsentError
from .proxy import Proxy
from .request import Result, Route

if TYPE_CHECKING:
    import ssl

_READ_BYTES = 65_536


class Connection:
    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        #: When the server closes it, on the monotonic clock.
        self.expires = 0.0

    def is_usable(self) -> bool:
        """A connection that is readable before a request has been closed by the server."""
        if time.monotonic() >= self.expires:
            return False
        return not _is_readable(self.sock)

    def close(self) -> None:
        self.sock.close()


class EventSource:
    """A stream of events and its current connection. Another thread can close it."""

    def __init__(self) -> None:
        self.closed = threading.Event()
        self._connection: Connection | None = None
        self._reader = ResponseReader()

    def attach(self, connection: Connection, reader: ResponseReader) -> None:
        self._connection, self._reader = connection, reader
        if self.closed.is_set():
            self.close()

    def read(self) -> bytes | None:
        """Waits for a part of the stream. Returns ``None`` if it has ended or is lost."""
        if self.closed.is_set():
            return None
        part = self._reader.take_body()
        connection = self._connection
        if part or connection is None:
            return part or None
        try:
            connection.sock.settimeout(MAX_SILENCE_SECONDS)
            if self._reader.feed(connection.sock.recv(_READ_BYTES)):
                self.disconnect()
        except (OSError, HttpError):
            return None
        return self._reader.take_body()

    def disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def close(self) -> None:
        self.closed.set()
        connection = self._connection
        if connection is not None:
            try:
                # Unlike close, this ends a read in another thread.
                connection.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Pool:
    """Kept connections to one service. Threads share it; a forked process starts with none."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._free: collections.deque[Connection] = collections.deque()
        self._process = os.getpid()
        self._proxy: Proxy | None = None
        self._context: ssl.SSLContext | None = None
        self._is_prepared = False
        self._sources: set[EventSource] = set()

    def open_source(self) -> EventSource:
        self._claim()
        source = EventSource()
        self._sources.add(source)
        return source

    def close_source(self, source: EventSource) -> None:
        self._sources.discard(source)
        source.disconnect()

    def exchange(self, plan: Plan, source: EventSource | None = None) -> Response:
        """Sends the request of a plan once. A stream of events stays open in ``source``. Raises
        ``OSError``, ``HttpError``, or ``UnsentError`` if nothing was sent."""
        deadline = time.monotonic() + plan.timeout
        connection = self._take()
        if connection is not None:
            reader = ResponseReader()
            try:
                return self._send(connection, plan, reader, deadline, source)
            except (OSError, HttpError) as error:
                # The server has closed the idle connection in this very moment.
                is_stale = not reader.has_started and not isinstance(error, TimeoutError)
                if not (is_stale and plan.route.repeats):
                    raise
        try:
            self._prepare()
            connection = self._connect(deadline)
        except (OSError, HttpError) as error:
            raise UnsentError from error
        return self._send(connection, plan, ResponseReader(), deadline, source)

    def close(self) -> None:
        for source in list(self._sources):
            source.close()
        self._close_free()

    def _close_free(self) -> None:
        while self._free:
            self._free.pop().close()

    def __del__(self) -> None:
        self._close_free()

    def _claim(self) -> None:
        """Gives up the connections of the parent process, which still uses them."""
        if self._process != os.getpid():
            self._process = os.getpid()
            # Closing these copies doesn't end the connections, but closing streams would.
            self._close_free()
            self._sources.clear()

    def _take(self) -> Connection | None:
        self._claim()
        while True:
            try:
                connection = self._free.pop()
            except IndexError:
                return None
            if connection.is_usable():
                return connection
            connection.close()

    def _prepare(self) -> None:
        if not self._is_prepared:
            self._proxy = find_proxy(self._options)
            self._context = create_tls_context(self._options)
            self._is_prepared = True

    def _connect(self, deadline: float) -> Connection:
        options, proxy = self._options, self._proxy
        address = (proxy.host, proxy.port) if proxy else (options.host, options.port)
        sock = _open_socket(address, deadline)
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._context is not None:
                if proxy:
                    self._open_tunnel(sock, proxy, deadline)
                sock.settimeout(_remaining(deadline))
                sock = self._context.wrap_socket(sock, server_hostname=options.host)
        except BaseException:
            sock.close()
            raise
        return Connection(sock)

    def _open_tunnel(self, sock: socket.socket, proxy: Proxy, deadline: float) -> None:
        sock.sendall(format_connect(self._options, proxy))
        head = b""
        # One byte at a time, because the bytes after the head belong to TLS.
        while not head.endswith(b"\r\n\r\n"):
            sock.settimeout(_remaining(deadline))
            byte = sock.recv(1)
            if not byte or len(head) > _READ_BYTES:
                raise HttpError("the proxy sent no answer")
            head += byte
        reader = ResponseReader()
        reader.feed(head)
        if reader.response is None:
            raise HttpError("the proxy sent no answer")
        check_tunnel(reader.response)

    def _send(
        self,
        connection: Connection,
        plan: Plan,
        reader: ResponseReader,
        deadline: float,
        source: EventSource | None,
    ) -> Response:
        options, sock = self._options, connection.sock
        try:
            sock.settimeout(_remaining(deadline))
            # Without a variable, because tracebacks can show those.
            sock.sendall(
                format_request(
                    plan.request,
                    target=request_target(options, self._proxy, plan.request.target),
                    host=host_header(options),
                    headers={**plan.headers(), **proxy_headers(options, self._proxy)},
                )
            )
            while True:
                sock.settimeout(_remaining(deadline))
                is_complete = reader.feed(sock.recv(_READ_BYTES))
                if source and reader.response and reader.response.is_event_stream:
                    source.attach(connection, reader)
                    if is_complete:
                        source.disconnect()
                    return reader.response
                if is_complete:
                    break
        except BaseException:
            connection.close()
            raise
        response = reader.response
        assert response is not None
        if reader.keeps_alive:
            connection.expires = time.monotonic() + read_idle_seconds(response.headers)
            self._free.append(connection)
        else:
            connection.close()
        return response


class Transport:
    """Calls operations and waits for their results."""

    def __init__(self, options: Options, pool: Pool | None = None) -> None:
        self.options = options
        self._pool = pool or Pool(options)

    def call(self, route: Route[Result], values: Mapping[str, Any]) -> Result:
        result: Result = self._complete(Plan(self.options, route, values))
        return result

    def _complete(self, plan: Plan, source: EventSource | None = None) -> Any:
        while True:
            try:
                response = self._pool.exchange(plan, source)
            except (OSError, HttpError, UnsentError) as error:
                delay: float | None = plan.failed(error)
            else:
                delay = plan.received(response)
            if delay is None:
                return plan.result
            if source is None:
                time.sleep(delay)
            elif source.closed.wait(delay):
                return None

    def stream(
        self, *, trigger: str | None, type: str | None, after: str | None
    ) -> Generator[Any, None, None]:
        """Yields events, and reconnects when a stream that was open is lost."""
        feed = EventFeed(self.options, trigger=trigger, type=type, after=after)
        source = self._pool.open_source()
        try:
            while not source.closed.is_set():
                try:
                    self._complete(feed.plan(), source)
                except JackfieldError as error:
                    if source.closed.is_set():
                        return
                    feed.failed(error)
                else:
                    feed.opened()
                    while (data := source.read()) is not None:
                        yield from feed.read(data)
                    source.disconnect()
                source.closed.wait(feed.delay())
        finally:
            self._pool.close_source(source)

    def list(self, route: Route[Any], values: Mapping[str, Any]) -> Pages[Any, Any]:
        def request(cursor: str | None) -> Any:
            return self.call(route, values if cursor is None else {**values, "cursor": cursor})

        return Pages(request)

    def with_options(self, options: Options) -> Transport:
        """Returns a transport with other options on the same connections."""
        return Transport(options, self._pool)

    def close(self) -> None:
        self._pool.close()


def _open_socket(address: tuple[str, int], deadline: float) -> socket.socket:
    """Connects to the first address of a host that answers. Nothing can interrupt the lookup of the
    name, so a slow one ends only when the system gives up."""
    failure: OSError | None = None
    try:
        for family, kind, protocol, _, each in socket.getaddrinfo(*address, 0, socket.SOCK_STREAM):
            sock = socket.socket(family, kind, protocol)
            try:
                sock.settimeout(_remaining(deadline))
                sock.connect(each)
                return sock
            except OSError as error:
                sock.close()
                failure = error
        raise failure or OSError("the host name has no address")
    finally:
        # The traceback of an error refers to this frame, and the frame to the error.
        del failure


def _is_readable(sock: socket.socket) -> bool:
    # Unlike select, poll accepts any descriptor. Windows has no poll, and no such limit.
    if not hasattr(select, "poll"):
        return bool(select.select([sock], [], [], 0)[0])
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(0))


def _remaining(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds
