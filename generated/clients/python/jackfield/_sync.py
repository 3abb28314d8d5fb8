"""Sends requests over kept connections and waits for the responses."""

from __future__ import annotations

import collections
import os
import select
import socket
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._connect import (
    check_tunnel,
    create_tls_context,
    find_proxy,
    format_connect,
    host_header,
    proxy_headers,
    request_target,
)
from ._http import HttpError, Response, ResponseReader, format_request, read_idle_seconds
from ._options import Options
from ._pages import Pages
from ._plan import Plan, UnsentError
from ._proxy import Proxy
from ._request import Result, Route

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


class Pool:
    """Kept connections to one service. Threads share it; a forked process starts with none."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._free: collections.deque[Connection] = collections.deque()
        self._process = os.getpid()
        self._proxy: Proxy | None = None
        self._context: ssl.SSLContext | None = None
        self._is_prepared = False

    def exchange(self, plan: Plan) -> Response:
        """Sends the request of a plan once. Raises ``OSError``, ``HttpError``, or ``UnsentError``
        if nothing was sent."""
        deadline = time.monotonic() + plan.timeout
        connection = self._take()
        if connection is not None:
            reader = ResponseReader()
            try:
                return self._send(connection, plan, reader, deadline)
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
        return self._send(connection, plan, ResponseReader(), deadline)

    def close(self) -> None:
        while self._free:
            self._free.pop().close()

    def __del__(self) -> None:
        self.close()

    def _take(self) -> Connection | None:
        if self._process != os.getpid():
            # The parent process still uses the connections. Closing these copies doesn't end them.
            self._process = os.getpid()
            self.close()
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
        self, connection: Connection, plan: Plan, reader: ResponseReader, deadline: float
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
                if reader.feed(sock.recv(_READ_BYTES)):
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
        plan = Plan(self.options, route, values)
        while True:
            try:
                response = self._pool.exchange(plan)
            except (OSError, HttpError, UnsentError) as error:
                delay: float | None = plan.failed(error)
            else:
                delay = plan.received(response)
            if delay is None:
                result: Result = plan.result
                return result
            time.sleep(delay)

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
