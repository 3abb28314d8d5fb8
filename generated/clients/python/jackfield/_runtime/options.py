"""Checks the options of a client and applies the defaults."""

from __future__ import annotations

import math
import os
import re
import sys
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from .errors import invalid_input
from .proxy import Proxy, read_proxy
from .secrets import conceal

if TYPE_CHECKING:
    import ssl

if sys.version_info < (3, 10):
    raise ImportError("jackfield needs Python 3.10 or later.")

#: An API key, or a function that returns the current one.
ApiKey = str | Callable[[], str]


class GivenOptions:
    """Options that can contain secrets, as functions that return them."""

    def __init__(
        self,
        *,
        api_key: ApiKey | None = None,
        base_url: str | None,
        headers: Mapping[str, str | None] | None,
        proxy: str | None,
    ) -> None:
        self.get_api_key = conceal(api_key)
        self.get_base_url = conceal(base_url)
        self.get_headers = conceal(headers)
        self.get_proxy = conceal(proxy)


@dataclass(frozen=True)
class Options:
    """Options with defaults applied."""

    #: Without credentials.
    base_url: str
    timeout: float
    max_retries: int
    #: Returns the headers of the program by their names in lowercase.
    get_headers: Callable[[], Mapping[str, str | None]]
    ssl_context: ssl.SSLContext | None
    proxy: Proxy | Literal["environment"] | None
    get_api_key: Callable[[], str] | None
    host: str
    port: int
    is_tls: bool
    path: str
    #: Whether the timeout also holds for operations with a wait of their own.
    is_timeout_final: bool = field(default=False)


def resolve_options(
    given: GivenOptions,
    *,
    base_url_variable: str,
    default_base_url: str | None,
    api_key_variable: str | None = None,
    timeout: float,
    max_retries: int,
    ssl_context: ssl.SSLContext | None,
) -> Options:
    """Raises a ``JackfieldError`` (``invalid_input``) if an option is invalid."""
    get_url = conceal(given.get_base_url() or os.environ.get(base_url_variable) or default_base_url)
    if get_url() is None:
        raise invalid_input(f"No URL of the service. Pass base_url, or set {base_url_variable}.")
    parts = _split_url(get_url())
    if parts is None:
        raise invalid_input(
            "base_url must be an HTTP or HTTPS URL without credentials, query and fragment, "
            "such as https://tools.example."
        )
    check_limits(timeout, max_retries)
    get_headers = resolve_headers(given.get_headers)
    is_tls = parts.scheme == "https"
    return Options(
        base_url=parts.geturl().rstrip("/"),
        timeout=timeout,
        max_retries=max_retries,
        get_headers=get_headers,
        ssl_context=ssl_context,
        proxy="environment" if given.get_proxy() is None else read_proxy(given.get_proxy),
        get_api_key=_resolve_api_key(given.get_api_key, api_key_variable)
        if api_key_variable
        else None,
        host=parts.hostname or "",
        port=parts.port or (443 if is_tls else 80),
        is_tls=is_tls,
        path=parts.path.rstrip("/"),
    )


def check_limits(timeout: object, max_retries: object) -> None:
    if not (isinstance(timeout, (int, float)) and 0 < timeout < math.inf):
        raise invalid_input(f"timeout is {timeout!r}, but must be a positive number of seconds.")
    if not (isinstance(max_retries, int) and max_retries >= 0):
        raise invalid_input(
            f"max_retries is {max_retries!r}, but must be an integer of at least 0."
        )


#: Headers that decide where a request goes and where it ends. Another one would let a server and a
#: proxy in front of it read different requests.
_FRAMING_HEADERS = frozenset(
    (
        "host",
        "content-length",
        "transfer-encoding",
        "connection",
        "keep-alive",
        "proxy-connection",
        "te",
        "trailer",
        "upgrade",
        "expect",
    )
)


def resolve_headers(
    get_headers: Callable[[], Mapping[str, str | None] | None],
) -> Callable[[], Mapping[str, str | None]]:
    """Checks headers and returns them with names in lowercase. No error contains a value."""
    for name in get_headers() or {}:
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise invalid_input(f"Header {name!r} has an invalid name.")
        if name.lower() in _FRAMING_HEADERS:
            raise invalid_input(f"Header {name} can't be set, because the client sends it.")
        if not _is_header_value((get_headers() or {})[name]):
            raise invalid_input(f"Header {name} contains a character that headers can't contain.")
    return conceal({name.lower(): value for name, value in (get_headers() or {}).items()})


def _is_header_value(value: object) -> bool:
    if value is None:
        return True
    return isinstance(value, str) and bool(re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value))


def _split_url(url: object) -> urllib.parse.SplitResult | None:
    if not (isinstance(url, str) and re.fullmatch(r"[\x21-\x7e]+", url)):
        return None
    try:
        parts = urllib.parse.urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    is_plain = not (parts.username or parts.password or parts.query or parts.fragment)
    return parts if parts.scheme in ("http", "https") and parts.hostname and is_plain else None


def _resolve_api_key(get_given: Callable[[], ApiKey | None], variable: str) -> Callable[[], str]:
    given = get_given()
    if callable(given):
        get_current = given
        return lambda: check_api_key(get_current)
    # Tracebacks can show local variables.
    del given
    get_key = conceal(get_given() or os.environ.get(variable))
    if not get_key():
        raise invalid_input(
            f"No API key. Pass api_key, or set the environment variable {variable}."
        )
    check_api_key(get_key)
    return lambda: check_api_key(get_key)


def check_api_key(get_key: Callable[[], object]) -> str:
    """Returns the key. It must fit into a header."""
    key = get_key()
    if isinstance(key, str) and re.fullmatch(r"[\x21-\x7e]+", key):
        return key
    # Tracebacks can show local variables.
    del key
    raise invalid_input("The API key is empty or contains spaces, line breaks or other characters.")
