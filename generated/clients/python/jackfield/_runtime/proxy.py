"""The proxy of a client, from an option or the environment."""

from __future__ import annotations

import base64
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass

from .errors import invalid_input
from .secrets import conceal


@dataclass(frozen=True)
class Proxy:
    host: str
    port: int
    #: Returns the value of ``Proxy-Authorization``, if the proxy's URL has credentials.
    get_authorization: Callable[[], str] | None


def read_proxy(get_url: Callable[[], object]) -> Proxy | None:
    """Returns the proxy of a URL, or ``None`` if there is none. The error doesn't contain the URL,
    which can have a password."""
    if not get_url():
        return None
    proxy = _parse_proxy(get_url())
    if proxy is None:
        raise invalid_input("The proxy must be an HTTP proxy, such as http://proxy.example:3128.")
    return proxy


def find_environment_proxy(host: str, *, is_tls: bool) -> Proxy | None:
    """Returns the proxy that the environment names for a host, if there is one."""
    # Only needed here, and slow to import.
    from urllib.request import getproxies, proxy_bypass

    if proxy_bypass(host):
        return None
    return read_proxy(conceal(getproxies().get("https" if is_tls else "http")))


def _parse_proxy(url: object) -> Proxy | None:
    if not isinstance(url, str):
        return None
    try:
        parts = urllib.parse.urlsplit(url if "://" in url else f"http://{url}")
        port = parts.port or 8080
        authorization = _format_credentials(parts)
    except ValueError:
        return None
    if parts.scheme != "http" or not parts.hostname:
        return None
    return Proxy(parts.hostname, port, conceal(authorization) if authorization else None)


def _format_credentials(parts: urllib.parse.SplitResult) -> str | None:
    """Formats the user and the password of a URL (RFC 7617)."""
    if parts.username is None:
        return None
    user = urllib.parse.unquote(parts.username)
    password = urllib.parse.unquote(parts.password or "")
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
