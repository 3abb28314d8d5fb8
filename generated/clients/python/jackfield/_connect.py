"""How connections are opened: directly, or through a proxy. It does no input or output."""

from __future__ import annotations

import base64
import urllib.parse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._errors import invalid_input
from ._http import HttpError, Response
from ._options import Options

if TYPE_CHECKING:
    import ssl


@dataclass(frozen=True, repr=False)
class Proxy:
    host: str
    port: int
    #: The value of ``Proxy-Authorization``, if the proxy's URL has credentials.
    authorization: str | None

    def connect_request(self, host: str, port: int) -> bytes:
        """Asks the proxy for a tunnel (RFC 9110, section 9.3.6)."""
        address = f"{format_host(host)}:{port}"
        lines = [f"CONNECT {address} HTTP/1.1", f"host: {address}"]
        if self.authorization:
            lines.append(f"proxy-authorization: {self.authorization}")
        return "\r\n".join([*lines, "", ""]).encode("latin-1")


def find_proxy(options: Options) -> Proxy | None:
    """Returns the proxy of the options or of the environment, if there is one."""
    url = options.proxy
    if url is None:
        # Only needed here, and slow to import.
        from urllib.request import getproxies, proxy_bypass

        if proxy_bypass(options.host):
            return None
        url = getproxies().get("https" if options.is_tls else "http")
    if not url:
        return None
    parts = _split_proxy_url(url)
    if parts is None:
        raise invalid_input("The proxy must be an HTTP proxy, such as http://proxy.example:3128.")
    authorization = None
    if parts.username is not None:
        user = urllib.parse.unquote(parts.username)
        password = urllib.parse.unquote(parts.password or "")
        token = base64.b64encode(f"{user}:{password}".encode()).decode()
        authorization = f"Basic {token}"
    return Proxy(parts.hostname or "", parts.port or 8080, authorization)


def _split_proxy_url(url: str) -> urllib.parse.SplitResult | None:
    try:
        parts = urllib.parse.urlsplit(url if "://" in url else f"http://{url}")
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.scheme == "http" and parts.hostname else None


def check_tunnel(response: Response) -> None:
    if not 200 <= response.status < 300:
        raise HttpError(f"the proxy answered with status {response.status}")


def create_tls_context(options: Options) -> ssl.SSLContext | None:
    """Returns the context of an HTTPS service. OpenSSL reads ``SSL_CERT_FILE`` and
    ``SSL_CERT_DIR``."""
    if not options.is_tls:
        return None
    if options.ssl_context is not None:
        return options.ssl_context
    # Only needed here, and slow to import.
    import ssl

    return ssl.create_default_context()


def format_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def host_header(options: Options) -> str:
    default_port = 443 if options.is_tls else 80
    host = format_host(options.host)
    return host if options.port == default_port else f"{host}:{options.port}"


def request_target(options: Options, proxy: Proxy | None, target: str) -> str:
    """A proxy for plain HTTP gets the whole URL (RFC 9112, section 3.2.2)."""
    if proxy is None or options.is_tls:
        return target
    return f"http://{host_header(options)}{target}"


def proxy_headers(options: Options, proxy: Proxy | None) -> dict[str, str]:
    if proxy is None or options.is_tls or not proxy.authorization:
        return {}
    return {"proxy-authorization": proxy.authorization}
