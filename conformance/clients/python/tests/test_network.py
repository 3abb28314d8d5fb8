"""Proxies, and TLS with a certificate authority of one's own."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Iterator
from unittest import mock

import jackfield
from jackfield import JackfieldError
from support import API_KEY, Server, answer, read_request


@contextlib.contextmanager
def environment(**variables: str) -> Iterator[None]:
    """Sets the variables of proxies, and removes all others."""
    kept = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    with mock.patch.dict(os.environ, {**kept, **variables}, clear=True):
        yield


def pump(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)


class TunnelProxy(Server):
    """A proxy for HTTPS, which connects every tunnel to one server."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.reply = lambda *_: lambda stream: self._connect(stream, port)

    def _connect(self, stream: socket.socket, port: int) -> bool:
        with socket.create_connection(("127.0.0.1", port)) as target:
            stream.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
            thread = threading.Thread(target=pump, args=(target, stream), daemon=True)
            thread.start()
            pump(stream, target)
            thread.join(5)
        return False


def call(url: str, **options: object) -> object:
    with jackfield.Jackfield(API_KEY, base_url=url, max_retries=0, **options) as client:
        client.apps.get("notes")
        return client.apps.get("notes")


def call_async(url: str, **options: object) -> object:
    async def main() -> object:
        client = jackfield.AsyncJackfield(API_KEY, base_url=url, max_retries=0, **options)
        async with client:
            await client.apps.get("notes")
            return await client.apps.get("notes")

    return asyncio.run(main())


CALLS = [call, call_async]
CREDENTIALS = base64.b64encode(b"us er:p@ss").decode()


class HttpProxies(unittest.TestCase):
    def test_the_proxy_gets_whole_urls_and_its_credentials(self) -> None:
        for make_call in CALLS:
            with Server() as proxy:
                url = proxy.url.replace("//", "//us%20er:p%40ss@")
                with environment(http_proxy=url):
                    make_call("http://tools.example:8080/base")
                self.assertEqual(proxy.opened, 1)
                for head, _ in proxy.requests:
                    self.assertTrue(
                        head.startswith("GET http://tools.example:8080/base/api/v1/apps/notes HTTP")
                    )
                    self.assertIn("\r\nhost: tools.example:8080", head)
                    self.assertIn(f"\r\nproxy-authorization: Basic {CREDENTIALS}", head)

    def test_an_option_wins_over_the_environment(self) -> None:
        for make_call in CALLS:
            with Server() as proxy, environment(http_proxy="http://127.0.0.1:9"):
                make_call("http://tools.example", proxy=proxy.url)
                self.assertEqual(len(proxy.requests), 2)

    def test_hosts_of_no_proxy_are_reached_directly(self) -> None:
        for make_call in CALLS:
            with Server() as server:
                with environment(http_proxy="http://127.0.0.1:9", no_proxy="127.0.0.1"):
                    make_call(server.url)
                self.assertTrue(server.requests[0][0].startswith("GET /api/v1/apps/notes HTTP"))

    def test_an_invalid_proxy_is_refused_without_its_password(self) -> None:
        for url in ["socks5://user:secret@proxy.example", "http://user:secret@proxy.example:port"]:
            for make_call in CALLS:
                for variables, options in [({}, {"proxy": url}), ({"http_proxy": url}, {})]:
                    with environment(**variables), self.assertRaises(JackfieldError) as raised:
                        make_call("http://tools.example", **options)
                    self.assertEqual(raised.exception.code, "invalid_input")
                    self.assertNotIn("secret", str(raised.exception))

    def test_an_empty_option_uses_no_proxy(self) -> None:
        for make_call in CALLS:
            with Server() as server, environment(http_proxy="http://127.0.0.1:9"):
                make_call(server.url, proxy="")
                self.assertEqual(len(server.requests), 2)


def openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


@unittest.skipUnless(shutil.which("openssl"), "openssl isn't installed")
class Tls(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        path = Path(folder.name)
        cls.authority, cls.certificate, cls.key = (
            str(path / name) for name in ("ca.pem", "server.pem", "server.key")
        )
        common = ["req", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        openssl(*common, "-x509", "-subj", "/CN=Test authority", "-keyout", str(path / "ca.key"),
                "-out", cls.authority, "-addext", "keyUsage=critical,keyCertSign")
        openssl(*common, "-subj", "/CN=server", "-keyout", cls.key, "-out", str(path / "server.csr"))
        (path / "san").write_text(
            "subjectAltName=IP:127.0.0.1,DNS:tools.example\nauthorityKeyIdentifier=keyid\n"
        )
        openssl("x509", "-req", "-in", str(path / "server.csr"), "-CA", cls.authority, "-CAkey",
                str(path / "ca.key"), "-CAcreateserial", "-days", "2", "-out", cls.certificate,
                "-extfile", str(path / "san"))

    def serve(self) -> Server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        server = Server(context)
        self.addCleanup(server.close)
        return server

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.authority)

    def test_a_context_and_an_environment_variable_name_the_authority(self) -> None:
        for make_call in CALLS:
            server = self.serve()
            with environment():
                make_call(server.url, ssl_context=self.trust())
            with environment(SSL_CERT_FILE=self.authority):
                make_call(server.url)
            self.assertEqual(len(server.requests), 4)
            self.assertEqual(server.opened, 2)

    def test_an_unknown_authority_is_refused_before_anything_is_sent(self) -> None:
        for make_call in CALLS:
            server = self.serve()
            with environment(), self.assertRaises(JackfieldError) as raised:
                make_call(server.url)
            self.assertEqual(raised.exception.code, "connection_failed")
            self.assertIn("certificate verify failed", str(raised.exception).lower())
            self.assertEqual(raised.exception.sent, 0)
            self.assertEqual(server.requests, [])

    def test_a_certificate_of_another_host_is_refused(self) -> None:
        for make_call in CALLS:
            server = self.serve()
            with environment(), self.assertRaises(JackfieldError):
                make_call(f"https://localhost:{server.port}", ssl_context=self.trust())
            self.assertEqual(server.requests, [])

    def test_a_tunnel_carries_tls_and_the_proxy_sees_no_key(self) -> None:
        for make_call in CALLS:
            server = self.serve()
            with TunnelProxy(server.port) as proxy:
                url = proxy.url.replace("//", "//us%20er:p%40ss@")
                with environment(https_proxy=url):
                    make_call("https://tools.example", ssl_context=self.trust())
                [(head, _)] = proxy.requests
                self.assertTrue(head.startswith("CONNECT tools.example:443 HTTP/1.1"))
                self.assertIn(f"proxy-authorization: Basic {CREDENTIALS}", head)
                self.assertNotIn(API_KEY, head)
            self.assertEqual(len(server.requests), 2)
            for head, _ in server.requests:
                self.assertTrue(head.startswith("GET /api/v1/apps/notes HTTP"))
                self.assertNotIn("proxy-authorization", head)

    def test_a_refused_tunnel_sends_nothing(self) -> None:
        for make_call in CALLS:
            with Server() as proxy, environment(https_proxy=proxy.url):
                proxy.reply = lambda *_: answer(status=407)
                with self.assertRaises(JackfieldError) as raised:
                    make_call("https://tools.example")
                self.assertEqual(raised.exception.code, "connection_failed")
                self.assertIn("407", str(raised.exception))
                self.assertEqual(raised.exception.sent, 0)
