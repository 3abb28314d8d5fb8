"""How requests reach the service: directly, or through a proxy. It does no input or output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .http import HttpError, Response
from .options import Options
from .proxy import Proxy, find_environment_proxy

if TYPE_CHECKING:
    import ssl


def find_proxy(options: Options) -> Proxy | None:
    """Returns the proxy of the options or of the environment, if there is one."""
    if options.proxy == "environment":
        return find_environment_proxy(options.host, is_tls=options.is_tls)
    return options.proxy


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


def format_connect(options: Options, proxy: Proxy) -> bytes:
    """Formats the request for a tunnel to the service (RFC 9110, section 9.3.6)."""
    address = f"{_format_host(options.host)}:{options.port}"
    lines = [f"CONNECT {address} HTTP/1.1", f"host: {address}"]
    if proxy.get_authorization:
        lines.append(f"proxy-authorization: {proxy.get_authorization()}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def check_tunnel(response: Response) -> None:
    if not 200 <= response.status < 300:
        raise HttpError(f"the proxy answered with status {response.status}")


def host_header(options: Options) -> str:
    default_port = 443 if options.is_tls else 80
    host = _format_host(options.host)
    return host if options.port == default_port else f"{host}:{options.port}"


def request_target(options: Options, proxy: Proxy | None, target: str) -> str:
    """A proxy for plain HTTP gets the whole URL (RFC 9112, section 3.2.2)."""
    if proxy is None or options.is_tls:
        return target
    return f"http://{host_header(options)}{target}"


def proxy_headers(options: Options, proxy: Proxy | None) -> dict[str, str]:
    if proxy is None or options.is_tls or not proxy.get_authorization:
        return {}
    return {"proxy-authorization": proxy.get_authorization()}


def _format_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host
