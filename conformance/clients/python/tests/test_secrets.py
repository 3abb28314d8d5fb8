"""No error, log, repr or traceback contains an API key, a password or a header of the program."""

from __future__ import annotations

import asyncio
import base64
import copy
import hashlib
import hmac
import io
import logging
import os
import pickle
import traceback
import unittest
from unittest import mock

import jackfield
from jackfield import JackfieldError
from jackfield.webhooks import verify
from support import API_KEY, answer, async_client, served, Server

#: The folder of the package. The folder of the project may have the same name.
PACKAGE = os.path.dirname(jackfield.__file__)
PROBLEM = {"code": "unknown_app", "detail": "Unknown app.", "hint": "Search.", "retryable": False}


def catch(call) -> tuple[JackfieldError, str]:
    """Returns the error of a call and how it looks. `assertRaises` would clear the locals."""
    try:
        call()
    except JackfieldError as error:
        return error, show(error)
    raise AssertionError("The call raised nothing.")


def show(error: BaseException) -> str:
    lines = traceback.TracebackException.from_exception(error, capture_locals=True).format()
    chain = "".join(lines)
    return chain + repr(error) + str(error) + repr(vars(error))


def show_package_frames(error: BaseException) -> str:
    """Leaves out the frames of the test, which have the secret."""
    trace = traceback.TracebackException.from_exception(error, capture_locals=True)
    trace.stack = traceback.StackSummary.from_list(
        [frame for frame in trace.stack if frame.filename.startswith(PACKAGE)]
    )
    return "".join(trace.format()) + repr(error)


#: Occurs in every secret below.
SECRET = "planted_secret"
HEADERS = {"authorization": f"Basic {SECRET}", "x-tenant": SECRET}
CLIENTS = [jackfield.Jackfield, jackfield.AsyncJackfield]


def call(client: object) -> object:
    if isinstance(client, jackfield.Jackfield):
        with client:
            return client.apps.get("notes")

    async def main() -> object:
        async with client:
            return await client.apps.get("notes")

    return asyncio.run(main())


def describe(value: object, depth: int = 3) -> str:
    members = vars(value) if hasattr(value, "__dict__") else {}
    inner = "".join(describe(member, depth - 1) for member in members.values()) if depth else ""
    return f"{value!r}{members!r}{inner}"


class Secrets(unittest.TestCase):
    def test_a_client_shows_no_key(self) -> None:
        with served() as (_, client):
            self.assertNotIn(API_KEY, describe(client))
            self.assertIn("base_url='http://127.0.0.1:", repr(client))
            self.assertNotIn(API_KEY, describe(async_client(_)))

    def test_errors_show_no_key(self) -> None:
        replies = {
            "unknown_app": answer(PROBLEM, status=404),
            "unreadable_answer": answer(status=302),
            "connection_failed": None,
        }
        for code, reply in replies.items():
            with served(max_retries=0) as (server, client):
                server.reply = lambda *_: reply

                async def main() -> None:
                    async with async_client(server, max_retries=0) as client:
                        await client.apps.get("notes")

                for call in [lambda: client.apps.get("notes"), lambda: asyncio.run(main())]:
                    error, shown = catch(call)
                    self.assertEqual(error.code, code)
                    self.assertIn("client = Jackfield(base_url=", shown.replace("Async", ""))
                    self.assertNotIn(API_KEY, shown)

    def test_invalid_options_show_no_key(self) -> None:
        for options in [
            {"base_url": "ftp://tools.example"},
            {"timeout": 0},
            {"max_retries": -1},
            {"headers": {"a b": "c"}},
        ]:
            for client_class in [jackfield.Jackfield, jackfield.AsyncJackfield]:
                error, shown = catch(lambda: client_class(API_KEY, **options))
                self.assertEqual(error.code, "invalid_input")
                self.assertIn("max_retries = ", shown)
                self.assertNotIn(API_KEY, shown)

    def test_an_invalid_key_is_not_shown(self) -> None:
        for key in [f"{API_KEY}\n", f"{API_KEY} x", f"{API_KEY}\u00e9"]:
            _, shown = catch(lambda: jackfield.Jackfield(key))
            shown_lines = [line for line in shown.splitlines() if not line.startswith("    key = ")]
            self.assertNotIn(API_KEY, "\n".join(shown_lines))

    def test_headers_of_the_program_are_not_shown(self) -> None:
        with Server() as server:
            server.reply = lambda *_: answer(PROBLEM, status=404)
            for client_class in CLIENTS:
                for add in [
                    lambda: client_class("key", base_url=server.url, headers=HEADERS),
                    lambda: client_class("key", base_url=server.url).with_options(headers=HEADERS),
                ]:
                    self.assertNotIn(SECRET, describe(add(), depth=5))
                    error, shown = catch(lambda: call(add()))
                    self.assertEqual(error.code, "unknown_app")
                    self.assertIn("base_url", shown)
                    self.assertNotIn(SECRET, shown)
            for head, _ in server.requests:
                self.assertIn(f"\r\nauthorization: Basic {SECRET}\r\n", head)
                self.assertNotIn("Bearer", head)

    def test_a_header_that_cannot_be_sent_is_not_shown(self) -> None:
        for value in [f"{SECRET}\r\n", f"{SECRET}\u20ac"]:
            for client_class in CLIENTS:
                for refused in [
                    lambda: client_class("key", headers={"x": value}),
                    lambda: client_class("key").with_options(headers={"x": value}),
                ]:
                    error, shown = catch(refused)
                    self.assertEqual(error.code, "invalid_input")
                    self.assertNotIn(SECRET, shown.replace(f"value = {value!r}", ""))

    def test_the_password_of_a_proxy_is_not_shown(self) -> None:
        refused = ["socks5://user:%s@proxy.example", "http://user:%s@proxy.example:port", "%s://"]
        for template in refused:
            for client_class in CLIENTS:
                with mock.patch.dict(os.environ, {"http_proxy": template % SECRET}):
                    for connect in [
                        lambda: client_class("key", proxy=template % SECRET),
                        lambda: call(client_class("key", base_url="http://tools.example")),
                    ]:
                        error, shown = catch(connect)
                        self.assertEqual(error.code, "invalid_input")
                        self.assertNotIn(SECRET, shown)
        for client_class in CLIENTS:
            for proxy in [f"http://user:{SECRET}@127.0.0.1:9", f"{SECRET}:x@127.0.0.1:9"]:

                def create() -> object:
                    url = "http://tools.example"
                    return client_class("key", base_url=url, proxy=f"{proxy}", max_retries=0)

                self.assertNotIn(SECRET, describe(create(), depth=5))
                error, shown = catch(lambda: call(create()))
                self.assertEqual(error.code, "connection_failed")
                self.assertNotIn(SECRET, shown)

    def test_a_password_in_the_url_of_the_service_is_refused_and_not_shown(self) -> None:
        for client_class in CLIENTS:
            for template in ["http://user:%s@tools.example", "http://:%s@tools.example:x"]:
                with mock.patch.dict(os.environ, {"JACKFIELD_BASE_URL": template % SECRET}):
                    for base_url in [None, "given"]:
                        error, shown = catch(
                            lambda: client_class("key", base_url=base_url and template % SECRET)
                        )
                        self.assertIn("without credentials", error.message)
                        self.assertNotIn(SECRET, shown)

    def test_the_secret_of_webhooks_is_not_shown(self) -> None:
        secret = "whsec_" + base64.b64encode(SECRET.encode()).decode()
        key = base64.b64decode(secret[6:])
        headers = {"webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "v1,x"}
        expected = base64.b64encode(hmac.digest(key, b"1.1.{}", hashlib.sha256)).decode()
        for refused, code in [
            (lambda: verify("{}", headers, secret, now=1), "invalid_signature"),
            (lambda: verify("{}", headers, [secret, secret], now=1000), "invalid_timestamp"),
            (lambda: verify("{}", headers, [secret, "?"], now=1), "invalid_input"),
            (lambda: verify("{}", {}, secret, now=1), "missing_header"),
        ]:
            error = catch(refused)[0]
            frames = show_package_frames(error)
            self.assertEqual(error.code, code)
            self.assertIn("tolerance_seconds = 300.0", frames)
            for each in [SECRET, secret, expected]:
                self.assertNotIn(each, frames)

    def test_the_log_contains_no_headers(self) -> None:
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        logger = logging.getLogger("jackfield")
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
        self.addCleanup(logger.removeHandler, handler)
        self.addCleanup(logger.setLevel, logging.NOTSET)
        with served() as (_, client):
            client.apps.get("notes")
        self.assertEqual(stream.getvalue(), "GET /api/v1/apps/{app}: 200 in attempt 1\n")

    def test_a_traceback_names_the_error_as_programs_import_it(self) -> None:
        _, shown = catch(lambda: jackfield.Jackfield("key", timeout=0))
        self.assertIn("\njackfield.JackfieldError: timeout is 0", shown)

    def test_an_error_can_be_pickled_and_copied(self) -> None:
        with served() as (server, client):
            server.reply = lambda *_: answer(PROBLEM, status=404, headers="request-id: req_1\r\n")
            with self.assertRaises(JackfieldError) as raised:
                client.apps.get("notes")
        error = raised.exception
        error.idempotency_key = "key_1"
        for clone in [pickle.loads(pickle.dumps(error)), copy.deepcopy(error)]:
            self.assertEqual(vars(clone), vars(error))
            self.assertEqual((str(clone), clone.args), (str(error), error.args))
            self.assertEqual(clone.hint, "Search.")
            self.assertEqual(clone.request_id, "req_1")


class KeySources(unittest.TestCase):
    def test_a_function_returns_the_key_of_each_attempt(self) -> None:
        keys = iter(["key_1", "key_2"])
        with Server() as server:
            server.reply = lambda number, *_: (
                answer(PROBLEM | {"retryable": True}, status=503, headers="retry-after: 0\r\n")
                if number == 1
                else answer()
            )
            with jackfield.Jackfield(lambda: next(keys), base_url=server.url) as client:
                client.apps.get("notes")
            sent = [head.split("authorization: ")[1].split("\r\n")[0] for head, _ in server.requests]
            self.assertEqual(sent, ["Bearer key_1", "Bearer key_2"])
