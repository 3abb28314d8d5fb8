"""Sends requests over kept connections with asyncio."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import AsyncGenerator, Mapping
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
from .pages import AsyncPages
from .plan import Plan, UnsentError
from .proxy import Proxy
from .request import Result, Route

if TYPE_CHECKING:
    import ssl

_READ_BYTES = 65_536


class IdleReader(asyncio.StreamReader):
    """Notices what a server sends without a request, such as an error before it closes."""

    is_idle = False
    is_spoiled = False

    def feed_data(self, data: Any) -> None:
        self.is_spoiled = self.is_spoiled or self.is_idle
        super().feed_data(data)


class AsyncConnection:
    def __init__(self, reader: IdleReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        #: When the server closes it, on the monotonic clock.
        self.expires = 0.0

    def is_usable(self) -> bool:
        return (
            time.monotonic() < self.expires
            and not self.reader.is_spoiled
            and not self.reader.at_eof()
            and self.reader.exception() is None
            and not self.writer.is_closing()
        )

    def close(self) -> None:
        self.writer.close()


class AsyncEventSource:
    """A stream of events and its current connection."""

    def __init__(self) -> None:
        self.closed = asyncio.Event()
        self._connection: AsyncConnection | None = None
        self._reader = ResponseReader()

    def attach(self, connection: AsyncConnection, reader: ResponseReader) -> None:
        self._connection, self._reader = connection, reader
        if self.closed.is_set():
            self.disconnect()

    async def read(self) -> bytes | None:
        """Waits for a part of the stream. Returns ``None`` if it has ended or is lost."""
        if self.closed.is_set():
            return None
        part = self._reader.take_body()
        connection = self._connection
        if part or connection is None:
            return part or None
        try:
            data = await asyncio.wait_for(connection.reader.read(_READ_BYTES), MAX_SILENCE_SECONDS)
            if self._reader.feed(data):
                self.disconnect()
        except (OSError, HttpError, asyncio.TimeoutError):
            return None
        return self._reader.take_body()

    async def wait(self, seconds: float) -> None:
        """Waits, but not beyond the end of the stream."""
        try:
            await asyncio.wait_for(self.closed.wait(), seconds)
        except asyncio.TimeoutError:
            pass

    def disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def close(self) -> None:
        self.closed.set()
        self.disconnect()


class AsyncPool:
    """Kept connections to one service. They belong to one event loop and one process."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._free: list[AsyncConnection] = []
        self._owner: tuple[int, asyncio.AbstractEventLoop] | None = None
        self._proxy: Proxy | None = None
        self._context: ssl.SSLContext | None = None
        self._is_prepared = False
        self._sources: set[AsyncEventSource] = set()

    def open_source(self) -> AsyncEventSource:
        self._claim()
        source = AsyncEventSource()
        self._sources.add(source)
        return source

    def close_source(self, source: AsyncEventSource) -> None:
        self._sources.discard(source)
        source.disconnect()

    async def exchange(self, plan: Plan, source: AsyncEventSource | None = None) -> Response:
        """Sends the request of a plan once. A stream of events stays open in ``source``. Raises
        ``OSError``, ``HttpError``, or ``UnsentError`` if nothing was sent."""
        try:
            # In Python 3.10, asyncio's TimeoutError isn't the built-in one.
            return await asyncio.wait_for(self._exchange(plan, source), plan.timeout)
        except asyncio.TimeoutError:
            raise TimeoutError from None

    async def close(self) -> None:
        self._claim()
        for source in list(self._sources):
            source.close()
        connections, self._free = self._free, []
        for connection in connections:
            connection.close()
            try:
                await connection.writer.wait_closed()
            except OSError:
                pass

    async def _exchange(self, plan: Plan, source: AsyncEventSource | None) -> Response:
        connection = self._take()
        if connection is not None:
            reader = ResponseReader()
            try:
                return await self._send(connection, plan, reader, source)
            except (OSError, HttpError):
                # The server has closed the idle connection in this very moment.
                if reader.has_started or not plan.route.repeats:
                    raise
        try:
            self._prepare()
            connection = await self._connect()
        except (OSError, HttpError) as error:
            raise UnsentError from error
        return await self._send(connection, plan, ResponseReader(), source)

    def _take(self) -> AsyncConnection | None:
        self._claim()
        while self._free:
            connection = self._free.pop()
            if connection.is_usable():
                connection.reader.is_idle = False
                return connection
            connection.close()
        return None

    def _claim(self) -> None:
        """Gives up the connections of another event loop or process, which can't be used here."""
        owner = (os.getpid(), asyncio.get_running_loop())
        if self._owner == owner:
            return
        previous, self._owner = self._owner, owner
        connections, self._free = self._free, []
        self._sources.clear()
        if previous is None or previous[0] != owner[0]:
            return
        for connection in connections:
            try:
                previous[1].call_soon_threadsafe(connection.close)
            except RuntimeError:
                pass  # That loop has ended, and its connections close when they are collected.

    def _prepare(self) -> None:
        if not self._is_prepared:
            self._proxy = find_proxy(self._options)
            self._context = create_tls_context(self._options)
            self._is_prepared = True

    async def _connect(self) -> AsyncConnection:
        options, proxy, context = self._options, self._proxy, self._context
        name = options.host if context else None
        if proxy is None:
            return await _open_connection(
                host=options.host, port=options.port, ssl=context, server_hostname=name
            )
        if context is None:
            return await _open_connection(host=proxy.host, port=proxy.port)
        sock = await self._open_tunnel(proxy)
        try:
            return await _open_connection(sock=sock, ssl=context, server_hostname=name)
        except BaseException:
            sock.close()
            raise

    async def _open_tunnel(self, proxy: Proxy) -> socket.socket:
        loop = asyncio.get_running_loop()
        infos = await loop.getaddrinfo(proxy.host, proxy.port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, address = infos[0]
        sock = socket.socket(family, kind, protocol)
        try:
            sock.setblocking(False)
            await loop.sock_connect(sock, address)
            await loop.sock_sendall(sock, format_connect(self._options, proxy))
            head = b""
            # One byte at a time, because the bytes after the head belong to TLS.
            while not head.endswith(b"\r\n\r\n"):
                byte = await loop.sock_recv(sock, 1)
                if not byte or len(head) > _READ_BYTES:
                    raise HttpError("the proxy sent no answer")
                head += byte
            reader = ResponseReader()
            reader.feed(head)
            if reader.response is None:
                raise HttpError("the proxy sent no answer")
            check_tunnel(reader.response)
        except BaseException:
            sock.close()
            raise
        return sock

    async def _send(
        self,
        connection: AsyncConnection,
        plan: Plan,
        reader: ResponseReader,
        source: AsyncEventSource | None,
    ) -> Response:
        options, stream = self._options, connection.writer
        try:
            # Without a variable, because tracebacks can show those.
            stream.write(
                format_request(
                    plan.request,
                    target=request_target(options, self._proxy, plan.request.target),
                    host=host_header(options),
                    headers={**plan.headers(), **proxy_headers(options, self._proxy)},
                )
            )
            await stream.drain()
            is_complete = False
            while not is_complete:
                is_complete = reader.feed(await connection.reader.read(_READ_BYTES))
                if source and reader.response and reader.response.is_event_stream:
                    source.attach(connection, reader)
                    if is_complete:
                        source.disconnect()
                    return reader.response
        except BaseException:
            connection.close()
            raise
        response = reader.response
        assert response is not None
        if reader.keeps_alive:
            connection.expires = time.monotonic() + read_idle_seconds(response.headers)
            connection.reader.is_idle = True
            self._free.append(connection)
        else:
            connection.close()
        return response


async def _open_connection(**arguments: Any) -> AsyncConnection:
    """Does what ``asyncio.open_connection`` does, with a reader of our own."""
    loop = asyncio.get_running_loop()
    reader = IdleReader(limit=_READ_BYTES, loop=loop)
    protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
    transport, _ = await loop.create_connection(lambda: protocol, **arguments)
    return AsyncConnection(reader, asyncio.StreamWriter(transport, protocol, reader, loop))


class AsyncTransport:
    """Calls operations with asyncio."""

    def __init__(self, options: Options, pool: AsyncPool | None = None) -> None:
        self.options = options
        self._pool = pool or AsyncPool(options)

    async def call(self, route: Route[Result], values: Mapping[str, Any]) -> Result:
        result: Result = await self._complete(Plan(self.options, route, values))
        return result

    async def _complete(self, plan: Plan, source: AsyncEventSource | None = None) -> Any:
        while True:
            try:
                response = await self._pool.exchange(plan, source)
            except (OSError, HttpError, UnsentError) as error:
                delay: float | None = plan.failed(error)
            else:
                delay = plan.received(response)
            if delay is None:
                return plan.result
            if source is None:
                await asyncio.sleep(delay)
                continue
            await source.wait(delay)
            if source.closed.is_set():
                return None

    async def stream(
        self, *, trigger: str | None, type: str | None, after: str | None
    ) -> AsyncGenerator[Any, None]:
        """Yields events, and reconnects when a stream that was open is lost."""
        feed = EventFeed(self.options, trigger=trigger, type=type, after=after)
        source = self._pool.open_source()
        try:
            while not source.closed.is_set():
                try:
                    await self._complete(feed.plan(), source)
                except JackfieldError as error:
                    if source.closed.is_set():
                        return
                    feed.failed(error)
                else:
                    feed.opened()
                    while (data := await source.read()) is not None:
                        for event in feed.read(data):
                            yield event
                    source.disconnect()
                await source.wait(feed.delay())
        finally:
            self._pool.close_source(source)

    def list(self, route: Route[Any], values: Mapping[str, Any]) -> AsyncPages[Any, Any]:
        async def request(cursor: str | None) -> Any:
            return await self.call(
                route, values if cursor is None else {**values, "cursor": cursor}
            )

        return AsyncPages(request)

    def with_options(self, options: Options) -> AsyncTransport:
        """Returns a transport with other options on the same connections."""
        return AsyncTransport(options, self._pool)

    async def close(self) -> None:
        await self._pool.close()
