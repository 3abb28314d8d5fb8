"""Kept connections: threads, tasks, forks, closed connections, slow servers, cancellation."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import os
import socket
import sys
import threading
import time
import unittest
import warnings
from unittest import mock

import jackfield
from jackfield import JackfieldError
from jackfield._runtime.request import Route
from support import API_KEY, answer, async_client, close_after_reply, read_keys, served, Server


#: Today every operation can be repeated, but one that can't must not be.
UNREPEATABLE = Route("POST", "/api/v1/apps/{app}/connect", has_body=True)


class Threads(unittest.TestCase):
    def test_32_threads_share_at_most_32_connections(self) -> None:
        with served() as (server, client):
            server.reply = lambda number, head, body: answer({"id": head.split("/")[4].split()[0]})
            wrong: list[object] = []

            def call(thread: int) -> None:
                for number in range(200):
                    name = f"app{thread}x{number}"
                    try:
                        if client.apps.get(name)["id"] != name:
                            wrong.append(name)
                    except Exception as error:
                        wrong.append(error)

            threads = [threading.Thread(target=call, args=(number,)) for number in range(32)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(wrong, [])
            self.assertEqual(len(server.requests), 6_400)
            self.assertLessEqual(server.opened, 32)

    def test_200_tasks_get_their_own_answers(self) -> None:
        async def main(server: Server) -> None:
            async with async_client(server) as client:
                names = [f"app{number}" for number in range(200)]
                apps = await asyncio.gather(*(client.apps.get(name) for name in names))
                self.assertEqual([app["id"] for app in apps], names)
                opened = server.opened
                self.assertLessEqual(opened, 200)
                for name in names[:20]:
                    await client.apps.get(name)
                self.assertEqual(server.opened, opened)

        with Server() as server:
            server.reply = lambda number, head, body: answer({"id": head.split("/")[4].split()[0]})
            asyncio.run(main(server))

    def test_one_client_serves_several_event_loops(self) -> None:
        with Server() as server:
            client = async_client(server)
            for _ in range(2):
                self.assertEqual(asyncio.run(self._call_and_close(client)), {})
            self.assertEqual(server.opened, 2)

    async def _call_and_close(self, client: object) -> object:
        try:
            return await client.apps.get("notes")
        finally:
            await client.aclose()

    def test_a_client_can_be_closed_in_another_event_loop(self) -> None:
        with Server() as server, warnings.catch_warnings():
            # Python itself reports that the first loop left a connection open.
            warnings.simplefilter("ignore", ResourceWarning)
            client = async_client(server)
            self.assertEqual(asyncio.run(client.apps.get("notes")), {})
            asyncio.run(client.aclose())
            gc.collect()
            self.assertEqual(asyncio.run(self._call_and_close(client)), {})
            self.assertEqual(server.opened, 2)

    def test_closing_from_another_event_loop_closes_the_connections_of_a_running_one(self) -> None:
        with Server() as server:
            client = async_client(server)
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=loop.run_forever)
            thread.start()
            try:
                call = asyncio.run_coroutine_threadsafe(client.apps.get("notes"), loop)
                self.assertEqual(call.result(5), {})
                asyncio.run(client.aclose())
                self.assertTrue(server.closed_by_client.wait(5))
            finally:
                loop.call_soon_threadsafe(loop.stop)
                thread.join(5)
                loop.close()

    def test_a_connection_with_a_descriptor_beyond_1024_is_kept(self) -> None:
        resource = importlib.import_module("resource")
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY and hard < 2_048:
            self.skipTest("The system allows fewer than 2,048 descriptors")
        resource.setrlimit(resource.RLIMIT_NOFILE, (2_048, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        with contextlib.ExitStack() as files, served() as (server, client):
            while files.enter_context(open(os.devnull)).fileno() < 1_100:
                pass
            for _ in range(3):
                client.apps.get("notes")
            self.assertEqual(server.opened, 1)

    def test_10_000_calls_keep_one_connection_and_no_objects(self) -> None:
        with served() as (server, client):
            for _ in range(100):
                client.apps.get("notes")
            gc.collect()
            before = len(gc.get_objects())
            for _ in range(10_000):
                client.apps.get("notes")
                server.requests.clear()
            gc.collect()
            self.assertLess(len(gc.get_objects()) - before, 200)
            self.assertEqual(server.opened, 1)


@unittest.skipUnless(hasattr(os, "fork"), "This system can't fork")
class Forks(unittest.TestCase):
    def test_a_forked_process_opens_its_own_connections(self) -> None:
        with served() as (server, client):
            server.reply = lambda number, head, body: answer({"id": head.split("/")[4].split()[0]})
            client.apps.get("before")
            self.assertEqual(server.opened, 1)
            child = os.fork()
            if child == 0:
                status = 1
                sys.unraisablehook = lambda info: os._exit(3)
                try:
                    names = [f"child{number}" for number in range(20)]
                    status = 0 if all(client.apps.get(name)["id"] == name for name in names) else 2
                finally:
                    os._exit(status)
            for number in range(20):
                self.assertEqual(client.apps.get(f"parent{number}")["id"], f"parent{number}")
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            client.apps.get("after")
            self.assertEqual(server.opened, 2)


class ClosedConnections(unittest.TestCase):
    def test_a_connection_that_the_server_closed_is_not_used_again(self) -> None:
        with served(max_retries=0) as (server, client):
            server.after = close_after_reply
            for _ in range(10):
                client.apps.connect("notes")
                time.sleep(0.02)
            self.assertEqual(len(server.requests), 10)

    def test_a_connection_is_not_used_after_the_time_that_the_server_names(self) -> None:
        with served() as (server, client):
            server.reply = lambda *_: answer(headers="keep-alive: timeout=1\r\n")
            client.apps.get("notes")
            client.apps.get("notes")
            self.assertEqual(server.opened, 2)

    def test_a_request_lost_on_a_kept_connection_is_sent_again_if_it_repeats(self) -> None:
        with served(max_retries=0) as (server, client):
            server.reply = lambda number, head, body: None if number == 2 else answer()
            client.tools.run("a.b", idempotency_key="k")
            client.tools.run("a.b", idempotency_key="k")
            self.assertEqual(len(server.requests), 3)
            self.assertEqual(read_keys(server), {"k"})

    def test_an_unrepeatable_request_lost_on_a_kept_connection_is_not_sent_again(self) -> None:
        with served() as (server, client):
            server.reply = lambda number, head, body: None if number == 2 else answer()
            client.apps.get("notes")
            with self.assertRaises(JackfieldError) as raised:
                client._transport.call(UNREPEATABLE, {"app": "notes"})
            self.assertEqual(raised.exception.code, "connection_failed")
            self.assertEqual(len(server.requests), 2)

    def test_asyncio_does_not_use_closed_connections(self) -> None:
        async def main(server: Server) -> None:
            async with async_client(server, max_retries=0) as client:
                for _ in range(10):
                    await client.apps.connect("notes")
                    await asyncio.sleep(0.02)

        with Server() as server:
            server.after = close_after_reply
            asyncio.run(main(server))
            self.assertEqual(len(server.requests), 10)


#: What some servers send on an idle connection before they close it.
UNREQUESTED = answer({"detail": "idle"}, status=408, headers="connection: close\r\n")


class UnrequestedAnswers(unittest.TestCase):
    def start(self) -> Server:
        """Starts a server that sends more when `idle` is set, and then sets `sent`."""
        self.idle, self.sent = threading.Event(), threading.Event()

        def send(stream: socket.socket) -> bool:
            self.idle.wait(5)
            self.idle.clear()
            stream.sendall(UNREQUESTED)
            self.sent.set()
            return True

        server = Server()
        server.after = send
        self.addCleanup(server.close)
        return server

    def wait(self) -> None:
        self.idle.set()
        self.sent.wait(5)
        self.sent.clear()
        time.sleep(0.05)

    def test_an_answer_without_a_request_answers_no_request(self) -> None:
        server = self.start()
        with jackfield.Jackfield(API_KEY, base_url=server.url) as client:
            for _ in range(3):
                self.assertEqual(client.apps.get("notes"), {})
                self.wait()
        self.assertEqual(len(server.requests), 3)

    def test_with_asyncio_neither(self) -> None:
        async def main() -> None:
            async with async_client(server) as client:
                for _ in range(3):
                    self.assertEqual(await client.apps.get("notes"), {})
                    await asyncio.to_thread(self.wait)

        server = self.start()
        asyncio.run(main())
        self.assertEqual(len(server.requests), 3)


def drip(stream: socket.socket) -> bool:
    for byte in answer({"id": "x" * 400}):
        stream.sendall(bytes([byte]))
        time.sleep(0.05)
    return True


class SlowServers(unittest.TestCase):
    def test_a_drip_of_bytes_ends_at_the_timeout(self) -> None:
        with served(timeout=0.5, max_retries=0) as (server, client):
            server.reply = lambda *_: drip
            with self.assertRaises(JackfieldError) as raised:
                client.apps.get("notes")
            self.assertEqual(raised.exception.code, "timed_out")
            self.assertEqual(raised.exception.sent, 1)
            self.assertTrue(server.closed_by_client.wait(5) or server.opened == 1)

    def test_all_addresses_of_a_host_share_the_timeout(self) -> None:
        # Connecting to a listener whose queue is full takes until the timeout.
        with contextlib.ExitStack() as sockets:
            full = sockets.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
            address = full.getsockname()
            for _ in range(4):
                waiting = sockets.enter_context(socket.socket())
                waiting.setblocking(False)
                waiting.connect_ex(address)
            info = (socket.AF_INET, socket.SOCK_STREAM, 6, "", address)
            client = jackfield.Jackfield(
                API_KEY, base_url=f"http://127.0.0.1:{address[1]}", timeout=0.4, max_retries=0
            )
            started = time.monotonic()
            with mock.patch("socket.getaddrinfo", return_value=[info] * 5):
                with self.assertRaises(JackfieldError) as raised:
                    client.apps.get("notes")
            self.assertEqual((raised.exception.code, raised.exception.sent), ("timed_out", 0))
            self.assertLess(time.monotonic() - started, 1)

    def test_the_next_address_of_a_host_is_tried(self) -> None:
        with Server() as server, socket.create_server(("127.0.0.1", 0)) as closed:
            addresses = [("127.0.0.1", closed.getsockname()[1]), ("127.0.0.1", server.port)]
            closed.close()
            infos = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", each) for each in addresses]
            with jackfield.Jackfield(API_KEY, base_url=server.url, max_retries=0) as client:
                with mock.patch("socket.getaddrinfo", return_value=infos):
                    self.assertEqual(client.apps.get("notes"), {})

    def test_with_asyncio_too(self) -> None:
        async def main(server: Server) -> None:
            async with async_client(server, timeout=0.5, max_retries=0) as client:
                with self.assertRaises(JackfieldError) as raised:
                    await client.apps.get("notes")
                self.assertEqual(raised.exception.code, "timed_out")

        with Server() as server:
            server.reply = lambda *_: drip
            asyncio.run(main(server))

    def test_a_run_has_longer_than_the_timeout_of_the_client(self) -> None:
        def wait(stream: socket.socket) -> bool:
            time.sleep(0.6)
            stream.sendall(answer({"run": "run_1"}))
            return True

        with served(timeout=0.2) as (server, client):
            server.reply = lambda *_: wait
            self.assertEqual(client.tools.run("a.b", timeout=1), {"run": "run_1"})
            self.assertEqual(len(server.requests), 1)

    def test_a_canceled_call_closes_its_connection_and_sends_nothing_more(self) -> None:
        received = threading.Event()

        def hang(stream: socket.socket) -> bool:
            received.set()
            if stream.recv(1) == b"":
                server.closed_by_client.set()
            return False

        async def main(server: Server) -> None:
            async with async_client(server) as client:
                task = asyncio.create_task(client.tools.run("a.b"))
                while not received.is_set():
                    await asyncio.sleep(0.01)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                closed = await asyncio.to_thread(server.closed_by_client.wait, 5)
                self.assertTrue(closed)

        with Server() as server:
            server.reply = lambda *_: hang
            asyncio.run(main(server))
            self.assertEqual(len(server.requests), 1)
