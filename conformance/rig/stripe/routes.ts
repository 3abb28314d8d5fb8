import type { Account, Price } from "./account.ts";
import { openSession } from "./checkout.ts";
import { type Form, parseForm } from "./form.ts";
import { createApiError, invalidParameter, missingResource } from "./refusal.ts";

/** What was asked of the stub. */
export interface StubRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** What a restricted key needs, as Stripe names it. */
  readonly permission: string;
  readonly respond: (account: Account, id: string, form: Form) => object;
}

const ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: /^\/v1\/prices$/,
    permission: "rak_price_read",
    respond: (account, _, form) => listPrices(account, form),
  },
  {
    method: "POST",
    path: /^\/v1\/checkout\/sessions$/,
    permission: "rak_checkout_session_write",
    respond: (account, _, form) => openSession(account, form),
  },
  {
    method: "GET",
    path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
    permission: "rak_checkout_session_read",
    respond: (account, id) =>
      requireResource(account.session(id), "checkout.session", id, "session"),
  },
  {
    method: "POST",
    path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
    permission: "rak_checkout_session_write",
    respond: expire,
  },
  {
    method: "GET",
    path: /^\/v1\/payment_intents\/([^/]+)$/,
    permission: "rak_payment_intent_read",
    respond: ({ intents }, id) => requireResource(intents.get(id), "payment_intent", id, "intent"),
  },
  {
    method: "GET",
    path: /^\/v1\/subscriptions\/([^/]+)$/,
    permission: "rak_subscription_read",
    respond: ({ subscriptions }, id) =>
      requireResource(subscriptions.get(id), "subscription", id, "id"),
  },
];

/** Answers as the account stands, or throws a refusal. `forbidden` are permissions that the key lacks. */
export function respond(
  { method, path, query, body }: StubRequest,
  account: Account,
  forbidden: ReadonlySet<string>,
): object {
  for (const route of ROUTES) {
    const match = route.path.exec(path);
    if (!match || route.method !== method) continue;
    const form = parseForm(method === "GET" ? query : body);
    const needed = [
      route.permission,
      ...(String(form["expand"]).includes("data.product") ? ["rak_product_read"] : []),
    ];
    for (const permission of needed)
      if (forbidden.has(permission)) throw missingPermission(permission);
    return route.respond(account, decodeURIComponent(match[1] ?? ""), form);
  }
  throw createApiError(404, `Unrecognized request URL (${method}: ${path}).`);
}

function listPrices(
  { prices, products }: Account,
  { limit = "10", starting_after: after, active, expand }: Form,
): object {
  const size = Number(limit);
  if (!(size >= 1 && size <= 100))
    throw invalidParameter("limit", "Invalid integer: must be between 1 and 100");
  // The newest come first.
  const all = [...prices.values()]
    .reverse()
    .filter((price) => active === undefined || String(price.active) === active);
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0)
    throw missingResource("price", String(after), "starting_after");
  const isExpanded = Array.isArray(expand) && expand.includes("data.product");
  const data = all.slice(from, from + size).map((price: Price) => ({
    ...price,
    product: isExpanded ? products.get(price.product)! : price.product,
  }));
  return { object: "list", data, has_more: from + size < all.length, url: "/v1/prices" };
}

function expire(account: Account, id: string): object {
  const session = requireResource(account.session(id), "checkout.session", id, "session");
  if (session.status !== "open")
    throw createApiError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  account.close(session);
  return session;
}

function requireResource<Found>(
  object: Found | undefined,
  what: string,
  id: string,
  param: string,
): Found {
  if (!object) throw missingResource(what, id, param);
  return object;
}

const missingPermission = (permission: string) =>
  createApiError(
    403,
    `The provided key 'rk_test_*********4242' does not have the required permissions for this endpoint on account 'acct_1'. Having the '${permission}' permission would allow this request to continue.`,
    { code: "more_permissions_required" },
  );
