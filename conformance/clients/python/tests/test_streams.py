"""Following events: where connections end, and what ends a stream."""

from __future__ import annotations

import asyncio
import socket
import threading
import unittest
from unittest import mock

import jackfield
from jackfield._runtime import async_transport, events, sync_transport
from jackfield._runtime.events import EventFeed
from support import API_KEY, async_client, served, Server

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nretry: 10\n\n"


def message(number: int) -> bytes:
    return f'event: event\nid: evt_{number}\ndata: {{"id":"evt_{number}"}}\n\n'.encode()


def hold(*numbers: int):
    """Sends events, and keeps the connection open until the client closes it."""

    def reply(stream: socket.socket) -> bool:
        stream.sendall(HEAD + b"".join(map(message, numbers)))
        return not stream.recv(1)

    return lambda number, head, body: reply


def create_feed() -> EventFeed:
    options = jackfield.Jackfield(API_KEY)._transport.options
    return EventFeed(options, trigger=None, type=None, after=None)


class Feeds(unittest.TestCase):
    def test_any_split_of_the_bytes(self) -> None:
        text = b": hello\r\nretry: 30\r\n\r\n" + message(1) + "data: {\"id\":\"é\"}\n\n".encode()
        for index in range(len(text)):
            feed = create_feed()
            events = feed.read(text[:index]) + feed.read(text[index:])
            self.assertEqual([event["id"] for event in events], ["evt_1", "é"])

    def test_an_event_is_yielded_once(self) -> None:
        feed = create_feed()
        self.assertEqual(len(feed.read(message(1) + message(2) + message(1))), 2)
        feed.opened()
        self.assertEqual(feed.read(message(2)), [])
        with mock.patch.object(events, "_MAX_SEEN", 2):
            self.assertEqual(len(feed.read(message(3))), 1)
        self.assertEqual(len(feed.read(message(1))), 1)

    def test_delays_grow_from_the_retry_of_the_service(self) -> None:
        feed = create_feed()
        feed.read(b"retry: 1000\n\n")
        delays = [feed.delay() for _ in range(40)]
        self.assertTrue(1 <= delays[0] <= 1.25 and 2 <= delays[1] <= 2.5)
        self.assertTrue(30 <= delays[-1] <= 37.5)
        feed.opened()
        feed.read(b"retry: 60000\n\n")
        self.assertTrue(60 <= feed.delay() <= 75)


class Streams(unittest.TestCase):
    def test_stopping_closes_the_connection(self) -> None:
        with served() as (server, client):
            server.reply = hold(1, 2)
            for event in client.events.stream():
                self.assertEqual(event["id"], "evt_1")
                break
            self.assertTrue(server.closed_by_client.wait(5))

    def test_another_thread_ends_a_stream_that_waits(self) -> None:
        with served() as (server, client):
            server.reply = hold(1)
            events = client.events.stream()
            self.assertEqual(next(events)["id"], "evt_1")
            threading.Timer(0.05, client.close).start()
            self.assertEqual(list(events), [])
            server.reply = lambda number, head, body: hold(2)(number, head, body)
            self.assertEqual(next(client.events.stream())["id"], "evt_2")

    def test_a_silent_connection_is_replaced(self) -> None:
        with mock.patch.object(sync_transport, "MAX_SILENCE_SECONDS", 0.05), served() as (server, client):
            server.reply = lambda number, *_: hold(number)(number, *_)
            with_close = client.events.stream()
            self.assertEqual([next(with_close)["id"] for _ in range(2)], ["evt_1", "evt_2"])
            with_close.close()
            self.assertIn("last-event-id: evt_1", server.requests[1][0])

    def test_a_canceled_task_closes_the_connection(self) -> None:
        async def main(server: Server) -> None:
            async with async_client(server) as client:
                started = asyncio.Event()

                async def follow() -> None:
                    async for _ in client.events.stream():
                        started.set()

                task = asyncio.create_task(follow())
                await started.wait()
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task

        with Server() as server:
            server.reply = hold(1)
            asyncio.run(main(server))
            self.assertTrue(server.closed_by_client.wait(5))

    def test_closing_the_asynchronous_client_ends_its_streams(self) -> None:
        async def main(server: Server) -> None:
            client = async_client(server)
            events = client.events.stream()
            self.assertEqual((await events.__anext__())["id"], "evt_1")
            asyncio.get_running_loop().call_later(
                0.05, lambda: asyncio.ensure_future(client.aclose())
            )
            self.assertEqual([event async for event in events], [])

        with Server() as server:
            server.reply = hold(1)
            asyncio.run(main(server))

    def test_a_silent_asynchronous_connection_is_replaced(self) -> None:
        async def main(server: Server) -> None:
            async with async_client(server) as client:
                events = client.events.stream()
                ids = [(await events.__anext__())["id"] for _ in range(2)]
                self.assertEqual(ids, ["evt_1", "evt_2"])
                await events.aclose()

        with mock.patch.object(async_transport, "MAX_SILENCE_SECONDS", 0.05), Server() as server:
            server.reply = lambda number, *_: hold(number)(number, *_)
            asyncio.run(main(server))
