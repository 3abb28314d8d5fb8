# Written by `npm run generate` from spec/. Do not edit.
"""The models of the site. A newer service may add members."""

from __future__ import annotations

from typing import Literal, TypedDict

#: The problem codes of the site service, each with its status:
#:
#: - `invalid_input` (400): the request doesn't match the API specification; `errors` says where.
#: - `outside_site` (400): the URL isn't part of this site.
#: - `invalid_signature` (400): the signature of a payment webhook is invalid.
#: - `offers_do_not_mix` (400): the offers can't be bought together.
#: - `not_found` (404): nothing is served at this path.
#: - `page_not_found` (404): the site doesn't have this page.
#: - `part_not_found` (404): the page has fewer parts.
#: - `offer_not_found` (404): the offer doesn't exist.
#: - `checkout_not_found` (404): the checkout doesn't exist.
#: - `method_not_allowed` (405): the path doesn't support this method; `Allow` lists the methods
#: that it supports.
#: - `not_acceptable` (406): none of the accepted media types is available.
#: - `offer_unavailable` (409): the offer is sold out.
#: - `checkout_final` (409): the checkout has ended and can't be changed.
#: - `request_in_flight` (409): a request with the same idempotency key is in progress.
#: - `body_too_large` (413): the request body is too large.
#: - `wrong_host` (421): the site doesn't serve this host.
#: - `unreadable_page` (422): the page exists but isn't text, or is too large or too complex.
#: - `idempotency_conflict` (422): the idempotency key was used for a different request.
#: - `rate_limited` (429): the client exceeded its rate limit.
#: - `internal` (500): an error in the service.
#: - `not_implemented` (501): the service doesn't support the requested protocol, such as WebSocket.
#: - `origin_unreachable` (502): the site behind this reverse proxy doesn't respond.
#: - `unavailable` (503): the pages of the site are unavailable.
#: - `payments_unavailable` (503): the payment provider is unavailable.
#: - `limiter_unavailable` (503): the rate limiter is unavailable, so the request was rejected.
ProblemCode = Literal[
    "invalid_input",
    "outside_site",
    "invalid_signature",
    "offers_do_not_mix",
    "not_found",
    "page_not_found",
    "part_not_found",
    "offer_not_found",
    "checkout_not_found",
    "method_not_allowed",
    "not_acceptable",
    "offer_unavailable",
    "checkout_final",
    "request_in_flight",
    "body_too_large",
    "wrong_host",
    "unreadable_page",
    "idempotency_conflict",
    "rate_limited",
    "internal",
    "not_implemented",
    "origin_unreachable",
    "unavailable",
    "payments_unavailable",
    "limiter_unavailable",
]


#: A page format: `markdown` (GitHub Flavored Markdown with headings, links, lists, tables and code)
#: or `text` (plain text).
PageFormat = Literal["markdown", "text"]


#: The unit of a billing interval.
BillingUnit = Literal["day", "week", "month", "year"]


#: The status of a checkout:
#:
#: - `requires_escalation`: the buyer has to pay on the page at `continue_url`.
#: - `complete_in_progress`: the buyer chose a payment method that takes time to settle.
#: - `completed`: paid, or nothing is due yet; `order` identifies the purchase.
#: - `payment_failed`: the payment failed.
#: - `canceled`: canceled.
#: - `expired`: the buyer didn't pay before `expires_at`.
#:
#: The last four are final.
CheckoutStatus = Literal[
    "requires_escalation",
    "complete_in_progress",
    "completed",
    "payment_failed",
    "canceled",
    "expired",
]


class DiscoveryLink(TypedDict):
    """A document or endpoint that the site serves for agents."""

    rel: str
    """The relation to the site: a registered link relation (IANA), or a name of Jackfield's if
    none fits.
    """

    href: str
    """The URL of the resource."""

    type: str
    """The media type of the response."""

    title: str
    """A description of the resource."""


class McpServer(TypedDict):
    """The MCP server of the site."""

    url: str
    """The URL to connect to."""

    transport: Literal["streamable-http"]
    """The transport."""

    protocol_versions: list[str]
    """The supported protocol versions, newest first."""

    tools: list[str]
    """The names of the tools."""


class _LimitsRequired(TypedDict):
    requests_per_second: int
    """The maximum average number of requests per second."""

    user_agent: str
    """The expected `User-Agent` header."""

    search_hits: int
    """The maximum number of search hits."""

    part_characters: int
    """The maximum number of characters in one part of a page."""


class Limits(_LimitsRequired, total=False):
    """The limits of the API."""

    requests_per_minute: float
    """The rate limit of each client in requests per minute, for HTTP and MCP together. Requests
    that exceed it get status 429. Reading a page counts as a tenth of a request in every
    representation if the page is in a folder or a cache. It counts as one request if the page
    must be fetched. The first conversion of a page above 64 KiB counts as one request for each
    started MiB. Absent without a rate limit.
    """

    burst: int
    """The maximum number of requests at once. Absent without a rate limit."""

    verified_requests_per_minute: float
    """The rate limit of each verified agent (Web Bot Auth), in requests per minute."""

    verified_burst: int
    """The maximum number of requests at once for each verified agent."""


class NotOffered(TypedDict):
    """A feature that agents may look for and that the site doesn't offer."""

    what: str
    """The feature as a code to switch on."""

    detail: str
    """The missing feature and its alternative."""


class _SupportRequired(TypedDict):
    url: str
    """The support page, for help and for removal requests."""


class Support(_SupportRequired, total=False):
    """How to get support."""

    contact: str
    """The contact that the operator provides: an email address or a URL."""


class SiteInfo(TypedDict):
    """The metadata of the site and everything that it serves for agents."""

    name: str
    """The name of the site."""

    description: str
    """A description of the site."""

    url: str
    """The base URL of the site. The URL of every page starts with it."""

    pages: int
    """The number of pages that can be searched."""

    guide: str
    """A short guide to finding and reading pages."""

    links: list[DiscoveryLink]
    """The discovery documents and endpoints that the site serves."""

    mcp: McpServer
    """The MCP server, which offers the same operations as tools."""

    limits: Limits
    """The limits of the API."""

    not_offered: list[NotOffered]
    """Features that the site doesn't offer."""

    support: Support
    """How to get support."""


class InputError(TypedDict):
    """One error in the input."""

    pointer: str
    """The location of the error: a JSON Pointer into the input (RFC 6901). The empty string is
    the whole input.
    """

    detail: str
    """A description of the error."""


class _ProblemRequired(TypedDict):
    type: str
    """The problem type, a stable URI: `urn:problem-type:jackfield:` followed by the code."""

    title: str
    """A short summary of the problem type. It is the same for every occurrence."""

    status: int
    """The HTTP status code, repeated for clients that only see the body."""

    code: ProblemCode
    """The problem type as a code to switch on."""

    detail: str
    """An explanation of this occurrence, with the value that caused it."""

    retryable: bool
    """Whether the same request may succeed later."""


class Problem(_ProblemRequired, total=False):
    """Problem details (RFC 9457)."""

    hint: str
    """How to fix the problem."""

    instance: str
    """A URI that identifies this occurrence: the request ID as a URN. The operator finds the
    request in the log with it.
    """

    errors: list[InputError]
    """The errors in the input."""


class _SearchHitRequired(TypedDict):
    url: str
    """The URL of the page. Send it to `readPage`."""

    matched: list[str]
    """The words of the query that the path, title, headings or text of the page contain."""


class SearchHit(_SearchHitRequired, total=False):
    """A page that contains words of the query."""

    title: str
    """The title of the page, if known without fetching the page."""

    snippet: str
    """The part of the page that matches best, at most 250 characters in one line. It comes from
    the text of the page, its description or its headings. Absent if none of them is known.
    """

    modified: str
    """When the page last changed, if known (RFC 3339, UTC)."""


class SearchResults(TypedDict):
    """The results of a page search."""

    words: list[str]
    """The normalized words of the query: lowercase, without punctuation and words such as `the`,
    at most 32.
    """

    total: int
    """The number of pages that contain at least one of the words."""

    hits: list[SearchHit]
    """The best matches. Rare words and words in titles and paths count most. Pages whose title
    fits the whole query come first.
    """


class Page(TypedDict):
    """A page of the site, or one part of a long page."""

    url: str
    """The URL of the page."""

    title: str
    """The title of the page; empty if it has none."""

    format: PageFormat
    """The format of `content`."""

    content: str
    """The main content of the page, without navigation and other boilerplate."""

    part: int
    """The number of this part, starting at 1."""

    parts: int
    """The number of parts. Joined in order, the parts are the complete content."""

    length: int
    """The length of the complete content in characters (UTF-16 code units)."""


class Money(TypedDict):
    """An amount of money."""

    amount: int
    """The amount in minor units of the currency, such as cents. Currencies without minor units,
    such as the yen, use whole units.
    """

    currency: str
    """The currency (ISO 4217, uppercase)."""


class BillingInterval(TypedDict):
    """A billing interval."""

    unit: BillingUnit
    """The unit of the interval."""

    count: int
    """The number of units in the interval. For example, 3 with the unit `month` is billed
    quarterly.
    """


class _OfferRequired(TypedDict):
    id: str
    """The ID of the offer. Send it to `createCheckout` as `offer`."""

    product: str
    """The ID of the product. Several offers can belong to one product, such as a monthly and a
    yearly subscription.
    """

    title: str
    """The title of the offer."""

    price: Money
    """The unit price, charged each billing interval."""

    needs_shipping: bool
    """Whether the offer is shipped. Only the buyer enters the address, on the hosted payment
    page.
    """

    available: bool
    """Whether the offer can be bought now."""

    terms: str
    """The terms as text."""


class Offer(_OfferRequired, total=False):
    """An offer: a product at a price."""

    description: str
    """A description of the offer."""

    url: str
    """The page of the offer on the site."""

    image: str
    """An image of the offer."""

    billing: BillingInterval
    """The billing interval. Absent for one-time purchases."""

    trial_days: int
    """The length of the free trial in days. Nothing is due before it ends. Absent without a free
    trial.
    """


class Products(TypedDict):
    """The offers of the site."""

    offers: list[Offer]
    """The offers, including those that are sold out; empty if the site sells nothing."""

    verified_at: str
    """When the payment provider confirmed the offers (RFC 3339, UTC). Prices are always live."""


class CheckoutLine(TypedDict):
    """A quantity of one offer."""

    offer: str
    """The ID of the offer."""

    title: str
    """The title of the offer."""

    quantity: int
    """The quantity."""

    price: Money
    """The unit price, charged each billing interval."""

    terms: str
    """The terms as text."""


class _CheckoutTotalsRequired(TypedDict):
    subtotal: int
    """The sum of the lines."""

    total: int
    """The amount that the buyer pays today."""


class CheckoutTotals(_CheckoutTotalsRequired, total=False):
    """The amounts due today, in minor units of `currency`."""

    discount: int
    """The discount, for example for a free trial."""

    shipping: int
    """The shipping cost, if known. It often depends on the address that the buyer enters."""

    tax: int
    """The tax that is added to the price, if known."""


class CheckoutOrder(TypedDict):
    """An order."""

    id: str
    """The ID of the order."""

    url: str
    """A page that shows the buyer the status of the order."""


class _CheckoutRequired(TypedDict):
    id: str
    """The ID of the checkout. It can't be guessed, and anyone who knows it can read the
    checkout.
    """

    status: CheckoutStatus
    """The status of the checkout."""

    message: str
    """What the status means and what to do next."""

    lines: list[CheckoutLine]
    """The lines of the checkout."""

    currency: str
    """The currency of all amounts (ISO 4217, uppercase)."""

    totals: CheckoutTotals
    """The amounts due today."""

    created_at: str
    """When the checkout was created (RFC 3339, UTC)."""

    expires_at: str
    """When the page at `continue_url` closes."""


class Checkout(_CheckoutRequired, total=False):
    """A checkout that an agent created for a buyer."""

    continue_url: str
    """The hosted payment page. Send the buyer there. Absent once there is nothing left to pay."""

    order: CheckoutOrder
    """The order, once the checkout is completed."""
