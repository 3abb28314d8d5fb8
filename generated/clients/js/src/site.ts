// Written by `npm run generate` from spec/. Do not edit.

import type { Call } from "./runtime/call.ts";
import { JackfieldError } from "./runtime/errors.ts";
import { type CallOptions, type ClientOptions, resolveOptions } from "./runtime/options.ts";
import type { Route } from "./runtime/request.ts";
import { Transport } from "./runtime/transport.ts";
import type { components } from "./schema/site.ts";

export * from "./runtime/common.ts";

/** Options of `JackfieldSite`. */
export interface JackfieldSiteOptions extends ClientOptions {}

/**
 * An API for AI agents on a website: site metadata, page search, and pages as Markdown or text. A
 * site with products also has an API to list and buy them. It needs no credentials. Stay under one
 * request a second and send a descriptive User-Agent.
 */
export class JackfieldSite {
  readonly #transport: Transport;
  readonly checkouts: CheckoutsResource;
  readonly products: ProductsResource;
  readonly pages: PagesResource;

  /** Throws a `JackfieldError` (`invalid_input`) if an option is invalid. */
  constructor(options: JackfieldSiteOptions = {}) {
    this.#transport = new Transport(
      resolveOptions(options, {
        baseUrlVariable: "JACKFIELD_SITE_BASE_URL",
      }),
    );
    this.checkouts = new CheckoutsResource(this.#transport);
    this.products = new ProductsResource(this.#transport);
    this.pages = new PagesResource(this.#transport);
  }

  /**
   * Describe the site: what it is, how to find and read its pages, its discovery links, its limits,
   * and what it deliberately doesn't offer. Call this first.
   */
  info(call?: CallOptions): Call<SiteInfo> {
    return this.#transport.call(ROUTES.siteInfo, {}, call);
  }
}

/**
 * Whether an error is a problem that the service described: any problem, or one with one of these
 * codes.
 */
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: Code[]
): error is JackfieldError & { readonly code: Code; readonly problem: Problem & { code: Code } } {
  return (
    error instanceof JackfieldError &&
    error.problem !== undefined &&
    (codes.length === 0 || (codes as readonly string[]).includes(error.code))
  );
}

/** The calls of `checkouts`. */
export class CheckoutsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Create a checkout for one offer. Nothing is charged: send the buyer to `continue_url`, a hosted
   * page, to pay and to enter an email address (and a postal address if something is shipped). Then
   * poll `checkouts.get` until the status is `completed`. Payment instruments and tokens are not
   * accepted.
   */
  create(offer: string, options: CreateCheckoutOptions = {}, call?: CallOptions): Call<Checkout> {
    return this.#transport.call(ROUTES.createCheckout, { ...options, offer }, call);
  }

  /**
   * Get the current state of a checkout from the payment provider. Poll it every few seconds while
   * the buyer pays.
   */
  get(id: string, call?: CallOptions): Call<Checkout> {
    return this.#transport.call(ROUTES.getCheckout, { id }, call);
  }
}

/** The calls of `products`. */
export class ProductsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List all offers of the site, with current prices and availability from the payment provider. To
   * buy one, call `checkouts.create` with its `id`. This API never charges anything: the buyer pays
   * on a hosted page.
   */
  list(call?: CallOptions): Call<Products> {
    return this.#transport.call(ROUTES.listProducts, {}, call);
  }
}

/** The calls of `pages`. */
export class PagesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Read a page of the site as Markdown or text. The result is the main content, without
   * navigation, banners or elements hidden from people. Long pages come in parts. Over HTTP,
   * `Accept` selects only the content (text/markdown, the default, or text/plain) or the content
   * with metadata (application/json). A read usually counts as a tenth of a request.
   */
  read(url: string, options: ReadPageOptions = {}, call?: CallOptions): Call<Page> {
    return this.#transport.call(ROUTES.readPage, { ...options, url }, call);
  }

  /**
   * Find pages of the site by their words, best match first. The search covers URL paths, and
   * titles, headings and text of pages as far as the site knows them. Use the words that the page
   * would contain, such as `delivery times`. Questions work too. Then call `pages.read` with
   * promising results.
   */
  search(q: string, options: SearchPagesOptions = {}, call?: CallOptions): Call<SearchResults> {
    return this.#transport.call(ROUTES.searchPages, { ...options, q }, call);
  }
}

/** Options of `checkouts.create`. */
export interface CreateCheckoutOptions {
  /** The quantity. Default: 1. */
  readonly quantity?: number;
  /**
   * An idempotency key: for 24 hours, the same key with the same offer and quantity returns the
   * same checkout. Generate a random UUID for each purchase. A key belongs to the client: its
   * network, its verified signature, its `Authorization` header, and HTTP or MCP.
   */
  readonly idempotency_key?: string;
}

/** Options of `pages.read`. */
export interface ReadPageOptions {
  /** The content format. It takes precedence over `Accept`. Default: Markdown. */
  readonly format?: "markdown" | "text";
  /** The part of a long page, starting at 1. Default: 1. */
  readonly part?: number;
  /**
   * Whether Markdown begins with YAML front matter: the title, description, canonical URL, language
   * and dates of the page, as far as it states them. It belongs to the first part, and adds to its
   * length. Default: as the operator set it, or no.
   */
  readonly frontmatter?: boolean;
}

/** Options of `pages.search`. */
export interface SearchPagesOptions {
  /** The maximum number of hits. Default: 10. */
  readonly limit?: number;
}

/** A document or endpoint that the site serves for agents. */
export type DiscoveryLink = components["schemas"]["DiscoveryLink"];

/** The MCP server of the site. */
export type McpServer = components["schemas"]["McpServer"];

/** The limits of the API. */
export type Limits = components["schemas"]["Limits"];

/** A feature that agents may look for and that the site doesn't offer. */
export type NotOffered = components["schemas"]["NotOffered"];

/** How to get support. */
export type Support = components["schemas"]["Support"];

/** The metadata of the site and everything that it serves for agents. */
export type SiteInfo = components["schemas"]["SiteInfo"];

/**
 * The problem codes of the site service, each with its status:
 *
 * - `invalid_input` (400): the request doesn't match the API specification; `errors` says where. -
 * `outside_site` (400): the URL isn't part of this site. - `invalid_signature` (400): the signature
 * of a payment webhook is invalid. - `offers_do_not_mix` (400): the offers can't be bought
 * together. - `not_found` (404): nothing is served at this path. - `page_not_found` (404): the site
 * doesn't have this page. - `part_not_found` (404): the page has fewer parts. - `offer_not_found`
 * (404): the offer doesn't exist. - `checkout_not_found` (404): the checkout doesn't exist. -
 * `method_not_allowed` (405): the path doesn't support this method; `Allow` lists the methods that
 * it supports. - `not_acceptable` (406): none of the accepted media types is available. -
 * `offer_unavailable` (409): the offer is sold out. - `checkout_final` (409): the checkout has
 * ended and can't be changed. - `request_in_flight` (409): a request with the same idempotency key
 * is in progress. - `body_too_large` (413): the request body is too large. - `wrong_host` (421):
 * the site doesn't serve this host. - `unreadable_page` (422): the page exists but isn't text, or
 * is too large or too complex. - `idempotency_conflict` (422): the idempotency key was used for a
 * different request. - `rate_limited` (429): the client exceeded its rate limit. - `internal`
 * (500): an error in the service. - `not_implemented` (501): the service doesn't support the
 * requested protocol, such as WebSocket. - `origin_unreachable` (502): the site behind this reverse
 * proxy doesn't respond. - `unavailable` (503): the pages of the site are unavailable. -
 * `payments_unavailable` (503): the payment provider is unavailable. - `limiter_unavailable` (503):
 * the rate limiter is unavailable, so the request was rejected.
 */
export type ProblemCode = components["schemas"]["ProblemCode"];

/** One error in the input. */
export type InputError = components["schemas"]["InputError"];

/** Problem details (RFC 9457). */
export type Problem = components["schemas"]["Problem"];

/** A page that contains words of the query. */
export type SearchHit = components["schemas"]["SearchHit"];

/** The results of a page search. */
export type SearchResults = components["schemas"]["SearchResults"];

/**
 * A page format: `markdown` (GitHub Flavored Markdown with headings, links, lists, tables and code)
 * or `text` (plain text).
 */
export type PageFormat = components["schemas"]["PageFormat"];

/** A page of the site, or one part of a long page. */
export type Page = components["schemas"]["Page"];

/** An amount of money. */
export type Money = components["schemas"]["Money"];

/** The unit of a billing interval. */
export type BillingUnit = components["schemas"]["BillingUnit"];

/** A billing interval. */
export type BillingInterval = components["schemas"]["BillingInterval"];

/** An offer: a product at a price. */
export type Offer = components["schemas"]["Offer"];

/** The offers of the site. */
export type Products = components["schemas"]["Products"];

/**
 * The status of a checkout:
 *
 * - `requires_escalation`: the buyer has to pay on the page at `continue_url`. -
 * `complete_in_progress`: the buyer chose a payment method that takes time to settle. -
 * `completed`: paid, or nothing is due yet; `order` identifies the purchase. - `payment_failed`:
 * the payment failed. - `canceled`: canceled. - `expired`: the buyer didn't pay before
 * `expires_at`.
 *
 * The last four are final.
 */
export type CheckoutStatus = components["schemas"]["CheckoutStatus"];

/** A quantity of one offer. */
export type CheckoutLine = components["schemas"]["CheckoutLine"];

/** The amounts due today, in minor units of `currency`. */
export type CheckoutTotals = components["schemas"]["CheckoutTotals"];

/** An order. */
export type CheckoutOrder = components["schemas"]["CheckoutOrder"];

/** A checkout that an agent created for a buyer. */
export type Checkout = components["schemas"]["Checkout"];

/** A supported capability in one version. */
export type UcpCapability = components["schemas"]["UcpCapability"];

/** The UCP version and the capabilities of a response. */
export type UcpEnvelope = components["schemas"]["UcpEnvelope"];

/**
 * The status of a UCP checkout session:
 *
 * - `requires_escalation`: the buyer has to pay at `continue_url`. - `complete_in_progress`: the
 * buyer chose a payment method that takes time to settle. - `completed`: paid, or nothing is due
 * yet; `order` identifies the purchase. - `canceled`: canceled, not paid in time, or the payment
 * failed; `messages` says which.
 */
export type UcpStatus = components["schemas"]["UcpStatus"];

/** An item. */
export type UcpItem = components["schemas"]["UcpItem"];

/** A part of the amount due. Show the parts in the given order. */
export type UcpTotal = components["schemas"]["UcpTotal"];

/** A quantity of an item with its totals. */
export type UcpLineItem = components["schemas"]["UcpLineItem"];

/** An error that blocks or ended the purchase. */
export type UcpErrorMessage = components["schemas"]["UcpErrorMessage"];

/** A warning that the buyer must see. */
export type UcpWarningMessage = components["schemas"]["UcpWarningMessage"];

/** A note for the buyer. */
export type UcpInfoMessage = components["schemas"]["UcpInfoMessage"];

/** An error, a warning or a note. */
export type UcpMessage = components["schemas"]["UcpMessage"];

/** A page for the buyer. */
export type UcpLink = components["schemas"]["UcpLink"];

/** An order. */
export type UcpOrder = components["schemas"]["UcpOrder"];

/** A checkout session that a platform created for a buyer. */
export type UcpCheckout = components["schemas"]["UcpCheckout"];

/** The envelope of an error response. */
export type UcpErrorEnvelope = components["schemas"]["UcpErrorEnvelope"];

/** An error response. */
export type UcpErrorResponse = components["schemas"]["UcpErrorResponse"];

/** A protocol error over REST (UCP overview, "Error Handling"). */
export type UcpFault = components["schemas"]["UcpFault"];

/** A requested item. Fields other than its ID are ignored. */
export type UcpItemRequest = components["schemas"]["UcpItemRequest"];

/** A quantity of an item. */
export type UcpLineItemRequest = components["schemas"]["UcpLineItemRequest"];

/**
 * The items of a checkout session. Details about the buyer are accepted and ignored because the
 * hosted payment page asks for them. Jackfield neither stores nor returns them.
 */
export type UcpCheckoutRequest = components["schemas"]["UcpCheckoutRequest"];

/** A request to complete a checkout session. */
export type UcpCompleteRequest = components["schemas"]["UcpCompleteRequest"];

/** A request to cancel a checkout session. Its fields are ignored. */
export type UcpCancelRequest = components["schemas"]["UcpCancelRequest"];

/** A description. */
export type UcpDescription = components["schemas"]["UcpDescription"];

/** The lowest and the highest price of a product's variants. */
export type UcpPriceRange = components["schemas"]["UcpPriceRange"];

/** An image. */
export type UcpMedia = components["schemas"]["UcpMedia"];

/** The availability of a variant. */
export type UcpAvailability = components["schemas"]["UcpAvailability"];

/** Details that UCP has no fields for. */
export type UcpVariantMetadata = components["schemas"]["UcpVariantMetadata"];

/** A variant of a product: an offer. */
export type UcpVariant = components["schemas"]["UcpVariant"];

/** A product with all its variants. */
export type UcpWholeProduct = components["schemas"]["UcpWholeProduct"];

/** Pagination of a response. */
export type UcpPage = components["schemas"]["UcpPage"];

/** The results of a catalog search. */
export type UcpSearchResponse = components["schemas"]["UcpSearchResponse"];

/** A price range in `context.currency`, or in the shop's currency if it has only one. */
export type UcpPriceFilter = components["schemas"]["UcpPriceFilter"];

/** Filters for items. Unknown filters are ignored. */
export type UcpFilters = components["schemas"]["UcpFilters"];

/** The buyer's context. Fields other than the currency are ignored. */
export type UcpContext = components["schemas"]["UcpContext"];

/** The page of results to return. */
export type UcpPageRequest = components["schemas"]["UcpPageRequest"];

/** A catalog search. */
export type UcpSearchRequest = components["schemas"]["UcpSearchRequest"];

/** A requested ID that matched a variant. */
export type UcpInput = components["schemas"]["UcpInput"];

/** A variant found by a lookup. */
export type UcpVariantFound = components["schemas"]["UcpVariantFound"];

/** A product with the variants found by a lookup. */
export type UcpProductLookedUp = components["schemas"]["UcpProductLookedUp"];

/** The results of a catalog lookup. */
export type UcpLookupResponse = components["schemas"]["UcpLookupResponse"];

/** A catalog lookup. */
export type UcpLookupRequest = components["schemas"]["UcpLookupRequest"];

/** A product response. */
export type UcpProductResponse = components["schemas"]["UcpProductResponse"];

/** A request for one product. */
export type UcpProductRequest = components["schemas"]["UcpProductRequest"];

/** The ACP version of a response. */
export type AcpProtocol = components["schemas"]["AcpProtocol"];

/**
 * The payment handlers of a checkout session. There are none because the buyer pays on the hosted
 * payment page.
 */
export type AcpPayment = components["schemas"]["AcpPayment"];

/** The interventions that the agent may ask of the buyer. There are none. */
export type AcpInterventions = components["schemas"]["AcpInterventions"];

/** The ACP capabilities of the seller. */
export type AcpCapabilities = components["schemas"]["AcpCapabilities"];

/**
 * The status of a checkout session:
 *
 * - `requires_escalation`: the buyer has to pay on the page at `continue_url`. -
 * `complete_in_progress`: the buyer chose a payment method that takes time to settle. -
 * `completed`: paid, or nothing is due yet; `order` identifies the purchase. - `canceled`:
 * canceled, or the payment failed; `messages` says which. - `expired`: the buyer didn't pay before
 * `expires_at`.
 */
export type AcpStatus = components["schemas"]["AcpStatus"];

/** An offer. */
export type AcpItem = components["schemas"]["AcpItem"];

/** A disclosure to show to the buyer. */
export type AcpDisclosure = components["schemas"]["AcpDisclosure"];

/** The kind of amount. `subtotal` is `items_base_amount` minus `discount`. */
export type AcpTotalType = components["schemas"]["AcpTotalType"];

/** An amount in minor units. It is never negative, not even for a discount. */
export type AcpTotal = components["schemas"]["AcpTotal"];

/** A quantity of one offer. */
export type AcpLineItem = components["schemas"]["AcpLineItem"];

/** Information about a checkout session. */
export type AcpInfo = components["schemas"]["AcpInfo"];

/** An error of a checkout session, or something that it doesn't accept. */
export type AcpIssue = components["schemas"]["AcpIssue"];

/** A page that belongs to a checkout session. */
export type AcpLink = components["schemas"]["AcpLink"];

/** An order. */
export type AcpOrder = components["schemas"]["AcpOrder"];

/**
 * A checkout session in ACP's format. `getCheckout` returns the same checkout in Jackfield's
 * format.
 */
export type AcpCheckoutSession = components["schemas"]["AcpCheckoutSession"];

/**
 * An error in ACP's format. `code` is one of:
 *
 * - `missing_api_version`, `unsupported_api_version` (400): `supported_versions` lists the
 * supported versions. - `idempotency_key_required` (400), `idempotency_in_flight` (409),
 * `idempotency_conflict` (422). - `invalid` (400): the request is invalid at `param`.
 * `invalid_item_id`: the offer doesn't exist. `out_of_stock`: the offer is sold out. `unsupported`:
 * the offers can't be bought together or in this currency. - `not_found` (404): the checkout
 * session or the path doesn't exist. - `not_cancelable` (405): the session has ended.
 * `method_not_allowed` (405): the path supports other methods. - `conflict` (409): the session has
 * ended, or its payment is in progress. - `body_too_large` (413), `rate_limited` (429), `internal`
 * (500), `payments_unavailable`, `limiter_unavailable` (503).
 */
export type AcpError = components["schemas"]["AcpError"];

/** A wrapped offer. */
export type AcpItemReference = components["schemas"]["AcpItemReference"];

/** A requested item, in any form that a version of ACP uses. */
export type AcpRequestedItem = components["schemas"]["AcpRequestedItem"];

/** A new checkout session. */
export type AcpCreateRequest = components["schemas"]["AcpCreateRequest"];

/** Changes to a checkout session. Absent fields stay as they are. */
export type AcpUpdateRequest = components["schemas"]["AcpUpdateRequest"];

/**
 * The payment of a checkout session. Jackfield never accepts one: it ignores these fields, and
 * neither stores nor returns them.
 */
export type AcpCompleteRequest = components["schemas"]["AcpCompleteRequest"];

/** The cancellation of a checkout session. */
export type AcpCancelRequest = components["schemas"]["AcpCancelRequest"];

const ROUTES = {
  createCheckout: {
    endpoint: "POST /agent/commerce/checkouts",
    hasBody: true,
    repeats: true,
    hasKey: true,
  },
  getCheckout: { endpoint: "GET /agent/commerce/checkouts/{id}", repeats: true },
  listProducts: { endpoint: "GET /agent/commerce/products", repeats: true },
  readPage: { endpoint: "GET /agent/read", repeats: true },
  searchPages: { endpoint: "GET /agent/search", repeats: true },
  siteInfo: { endpoint: "GET /agent/site.json", repeats: true },
} as const satisfies Record<string, Route>;
