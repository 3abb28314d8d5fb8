"""Checks the options of a client and applies the defaults."""

from __future__ import annotations

import math
import os
import re
import sys
import urllib.parse
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Callable, Mapping

from ._errors import invalid_input

if TYPE_CHECKING:
    import ssl

if sys.version_info < (3, 10):
    raise ImportError("jackfield needs Python 3.10 or later.")

#: An API key, or a function that returns the current one.
ApiKey = str | Callable[[], str]


class FixedKey:
    """Returns a key that no repr and no traceback with local variables shows."""

    def __init__(self, key: str) -> None:
        self._get: Callable[[], str] = lambda: key

    def __call__(self) -> str:
        return self._get()


def conceal(api_key: ApiKey | None) -> Callable[[], str] | None:
    """Replaces a key by a function that returns it."""
    if isinstance(api_key, str):
        return FixedKey(api_key) if api_key else None
    return api_key


@dataclass(frozen=True, repr=False)
class Options:
    """Options with defaults applied. It has no repr, because of the headers."""

    base_url: str
    timeout: float
    max_retries: int
    headers: Mapping[str, str | None]
    ssl_context: ssl.SSLContext | None
    proxy: str | None
    #: In a closure, so that no repr and no traceback with local variables shows the key.
    get_api_key: Callable[[], str] | None
    host: str = field(default="")
    port: int = field(default=0)
    is_tls: bool = field(default=False)
    path: str = field(default="")
    #: Whether the timeout also holds for operations with a wait of their own.
    is_timeout_final: bool = field(default=False)


def resolve_options(
    *,
    base_url: str | None,
    default_base_url: str | None,
    base_url_variable: str,
    api_key: Callable[[], str] | None = None,
    api_key_variable: str | None = None,
    timeout: float,
    max_retries: int,
    headers: Mapping[str, str | None] | None,
    ssl_context: ssl.SSLContext | None,
    proxy: str | None,
) -> Options:
    """Raises a ``JackfieldError`` (``invalid_input``) if an option is invalid."""
    url = base_url or os.environ.get(base_url_variable) or default_base_url
    if url is None:
        raise invalid_input(f"No URL of the service. Pass base_url, or set {base_url_variable}.")
    parts = _split_url(url)
    if parts is None:
        raise invalid_input(
            "base_url must be an HTTP or HTTPS URL without credentials, query and fragment, "
            "such as https://tools.example."
        )
    check_limits(timeout, max_retries)
    check_headers(headers or {})
    is_tls = parts.scheme == "https"
    return Options(
        base_url=url.rstrip("/"),
        timeout=timeout,
        max_retries=max_retries,
        headers=dict(headers or {}),
        ssl_context=ssl_context,
        proxy=proxy,
        get_api_key=_resolve_api_key(api_key, api_key_variable) if api_key_variable else None,
        host=parts.hostname or "",
        port=parts.port or (443 if is_tls else 80),
        is_tls=is_tls,
        path=parts.path.rstrip("/"),
    )


def check_limits(timeout: object, max_retries: object) -> None:
    if not (isinstance(timeout, (int, float)) and 0 < timeout < math.inf):
        raise invalid_input(f"timeout is {timeout!r}, but must be a positive number of seconds.")
    if not (isinstance(max_retries, int) and max_retries >= 0):
        raise invalid_input(f"max_retries is {max_retries!r}, but must be an integer of at least 0.")


def check_headers(headers: Mapping[str, str | None]) -> None:
    for name, value in headers.items():
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise invalid_input(f"Header {name!r} has an invalid name.")
        if value is not None and not re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value):
            raise invalid_input(f"Header {name} contains a character that headers can't contain.")


def check_api_key(key: object) -> str:
    """The key must fit into a header."""
    if isinstance(key, str) and re.fullmatch(r"[\x21-\x7e]+", key):
        return key
    # Tracebacks can show local variables.
    del key
    raise invalid_input(
        "The API key is empty or contains spaces, line breaks or other characters."
    )


def _split_url(url: str) -> urllib.parse.SplitResult | None:
    try:
        parts = urllib.parse.urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    is_plain = not (parts.username or parts.query or parts.fragment)
    is_valid = parts.scheme in ("http", "https") and bool(parts.hostname) and is_plain
    return parts if is_valid and re.fullmatch(r"[\x21-\x7e]+", url) else None


def _resolve_api_key(api_key: Callable[[], str] | None, variable: str) -> Callable[[], str]:
    get_key = api_key or conceal(os.environ.get(variable))
    if get_key is None:
        raise invalid_input(f"No API key. Pass api_key, or set the environment variable {variable}.")
    if isinstance(get_key, FixedKey):
        check_api_key(get_key())
    source = get_key
    return lambda: check_api_key(source())
