# Written by `npm run generate` from spec/. Do not edit.
"""The client of the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from . import _site_routes as routes
from ._runtime.client import BaseClient, without_none
from ._runtime.options import GivenOptions, resolve_options
from ._runtime.sync_transport import Transport
from .site_types import Checkout, Page, Products, SearchResults, SiteInfo

if TYPE_CHECKING:
    import ssl


class JackfieldSite(BaseClient):
    """An API for AI agents on a website: site metadata, page search, and pages as Markdown or
    text. A site with products also has an API to list and buy them. It needs no credentials.
    Stay under one request a second and send a descriptive User-Agent. Close it with `close` or
    `with`.
    """

    _transport: Transport

    def __init__(
        self,
        *,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        headers: Mapping[str, str | None] | None = None,
        ssl_context: ssl.SSLContext | None = None,
        proxy: str | None = None,
    ) -> None:
        """Raises a ``JackfieldError`` (``invalid_input``) if an option is invalid."""
        given = GivenOptions(base_url=base_url, headers=headers, proxy=proxy)
        # Tracebacks can show local variables.
        del base_url, headers, proxy
        options = resolve_options(
            given,
            base_url_variable="JACKFIELD_SITE_BASE_URL",
            default_base_url=None,
            timeout=timeout,
            max_retries=max_retries,
            ssl_context=ssl_context,
        )
        self._bind(Transport(options))

    def _bind(self, transport: Transport) -> None:
        self._transport = transport
        self.checkouts = CheckoutsResource(transport)
        self.products = ProductsResource(transport)
        self.pages = PagesResource(transport)

    def close(self) -> None:
        """Closes the kept connections. The client can still be used afterwards."""
        self._transport.close()

    def __enter__(self) -> JackfieldSite:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def info(self) -> SiteInfo:
        """Describe the site: what it is, how to find and read its pages, its discovery links,
        its limits, and what it deliberately doesn't offer. Call this first.
        """
        return self._transport.call(routes.SITE_INFO, {})


class CheckoutsResource:
    """The calls of ``checkouts``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self, offer: str, *, quantity: int | None = None, idempotency_key: str | None = None
    ) -> Checkout:
        """Create a checkout for one offer. Nothing is charged: send the buyer to
        ``continue_url``, a hosted page, to pay and to enter an email address (and a postal
        address if something is shipped). Then poll ``checkouts.get`` until the status is
        ``completed``. Payment instruments and tokens are not accepted.

        ``quantity``: The quantity. Default: 1.

        ``idempotency_key``: An idempotency key: for 24 hours, the same key with the same offer
        and quantity returns the same checkout. Generate a random UUID for each purchase. A key
        belongs to the client: its network, its verified signature, its ``Authorization`` header,
        and HTTP or MCP.
        """
        return self._transport.call(
            routes.CREATE_CHECKOUT,
            without_none(quantity=quantity, idempotency_key=idempotency_key, offer=offer),
        )

    def get(self, id: str) -> Checkout:
        """Get the current state of a checkout from the payment provider. Poll it every few
        seconds while the buyer pays.
        """
        return self._transport.call(routes.GET_CHECKOUT, {"id": id})


class ProductsResource:
    """The calls of ``products``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> Products:
        """List all offers of the site, with current prices and availability from the payment
        provider. To buy one, call ``checkouts.create`` with its ``id``. This API never charges
        anything: the buyer pays on a hosted page.
        """
        return self._transport.call(routes.LIST_PRODUCTS, {})


class PagesResource:
    """The calls of ``pages``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def read(
        self,
        url: str,
        *,
        format: Literal["markdown", "text"] | None = None,
        part: int | None = None,
        frontmatter: bool | None = None,
    ) -> Page:
        """Read a page of the site as Markdown or text. The result is the main content, without
        navigation, banners or elements hidden from people. Long pages come in parts. Over HTTP,
        ``Accept`` selects only the content (text/markdown, the default, or text/plain) or the
        content with metadata (application/json). A read usually counts as a tenth of a request.

        ``format``: The content format. It takes precedence over ``Accept``. Default: Markdown.

        ``part``: The part of a long page, starting at 1. Default: 1.

        ``frontmatter``: Whether Markdown begins with YAML front matter: the title, description,
        canonical URL, language and dates of the page, as far as it states them. It belongs to
        the first part, and adds to its length. Default: as the operator set it, or no.
        """
        return self._transport.call(
            routes.READ_PAGE,
            without_none(format=format, part=part, frontmatter=frontmatter, url=url),
        )

    def search(self, q: str, *, limit: int | None = None) -> SearchResults:
        """Find pages of the site by their words, best match first. The search covers URL paths,
        and titles, headings and text of pages as far as the site knows them. Use the words that
        the page would contain, such as ``delivery times``. Questions work too. Then call
        ``pages.read`` with promising results.

        ``limit``: The maximum number of hits. Default: 10.
        """
        return self._transport.call(routes.SEARCH_PAGES, without_none(limit=limit, q=q))
