"""What the package imports, and what it refuses."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from pathlib import Path

import jackfield

FOLDER = Path(jackfield.__file__).parent


def run_python(code: str, **environment: str) -> str:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": str(FOLDER.parent), **environment},
        capture_output=True,
        text=True,
    )
    return result.stdout + result.stderr


class Imports(unittest.TestCase):
    def test_only_the_standard_library_is_imported(self) -> None:
        modules = [f"jackfield.{path.stem}" for path in FOLDER.glob("*.py") if path.stem[0] != "_"]
        self.assertGreater(len(modules), 1)
        printed = run_python(
            f"import sys; before = set(sys.modules); import {', '.join(modules)}\n"
            "from jackfield import *\n"
            "names = {name.split('.')[0] for name in set(sys.modules) - before}\n"
            "print(*names - sys.stdlib_module_names)"
        )
        self.assertEqual(printed.split(), ["jackfield"])

    def test_asyncio_and_ssl_are_imported_when_they_are_needed(self) -> None:
        printed = run_python(
            "import sys; before = set(sys.modules); import jackfield\n"
            "jackfield.Jackfield('key')\n"
            "print(*{'ssl', 'asyncio', 'urllib.request', 'email'} & (set(sys.modules) - before))"
        )
        self.assertEqual(printed.strip(), "")

    def test_no_environment_is_read_on_import(self) -> None:
        self.assertEqual(run_python("import jackfield", JACKFIELD_BASE_URL="nonsense"), "")


class Options(unittest.TestCase):
    def test_environment_variables_are_used_where_options_are_missing(self) -> None:
        code = "import jackfield; print(jackfield.Jackfield())"
        url = "https://tools.example/base/"
        printed = run_python(code, JACKFIELD_API_KEY="key", JACKFIELD_BASE_URL=url)
        self.assertEqual(printed.strip(), "Jackfield(base_url='https://tools.example/base')")

    def test_a_missing_key_gives_one_sentence_with_the_remedy(self) -> None:
        printed = run_python("import jackfield; jackfield.Jackfield()", JACKFIELD_API_KEY="")
        self.assertIn("No API key. Pass api_key, or set the environment variable", printed)

    def test_invalid_options_are_refused_with_their_name(self) -> None:
        for name, value in {
            "base_url": "https://user:pass@tools.example",
            "timeout": float("nan"),
            "max_retries": 1.5,
            "headers": {"x": "a\r\nb"},
        }.items():
            with self.assertRaises(jackfield.JackfieldError) as raised:
                jackfield.Jackfield("key", **{name: value})
            self.assertEqual(raised.exception.code, "invalid_input")
            self.assertIn("Header x" if name == "headers" else name, raised.exception.message)
            self.assertEqual(raised.exception.sent, 0)

    def test_headers_that_frame_a_request_are_refused(self) -> None:
        client = jackfield.Jackfield("key")
        for name in ("Host", "content-length", "Transfer-Encoding", "connection", "expect"):
            for value in ("1", None):
                message = f"Header {name} can't be set, because the client sends it."
                with self.assertRaises(jackfield.JackfieldError) as raised:
                    jackfield.Jackfield("key", headers={name: value})
                self.assertEqual(raised.exception.message, message)
                with self.assertRaises(jackfield.JackfieldError) as raised:
                    client.with_options(headers={name: value})
                self.assertEqual(raised.exception.message, message)

    def test_with_options_changes_a_copy_and_shares_connections(self) -> None:
        client = jackfield.Jackfield("key", headers={"x-one": "1"})
        changed = client.with_options(max_retries=0, headers={"x-two": "2"})
        options = changed._transport.options
        self.assertEqual(options.max_retries, 0)
        self.assertEqual(options.get_headers(), {"x-one": "1", "x-two": "2"})
        self.assertEqual(client._transport.options.max_retries, 2)
        self.assertIs(changed._transport._pool, client._transport._pool)
        with self.assertRaises(jackfield.JackfieldError):
            client.with_options(timeout=-1)
