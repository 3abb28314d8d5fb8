import type Stripe from "stripe";

export interface StripeAccess {
  /** A secret key (`sk_`) or, better, a restricted key (`rk_`). */
  readonly key: string;
  /** The API origin. Default: `https://api.stripe.com`. */
  readonly apiUrl?: string | undefined;
  /** The timeout of each attempt in milliseconds, of at most two. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/** Loads the official client at the first call, because loading it takes a third of a second. */
export function createLazyClient({
  key,
  apiUrl = "https://api.stripe.com",
  timeoutMs = 10_000,
  fetch = globalThis.fetch,
}: StripeAccess): () => Promise<Stripe> {
  const { hostname, port, protocol } = new URL(apiUrl);
  let client: Promise<Stripe> | undefined;
  const createClient = async () => {
    const { default: Client } = await import("stripe");
    return new Client(key, {
      host: hostname,
      port: port || (protocol === "http:" ? 80 : 443),
      protocol: protocol === "http:" ? "http" : "https",
      httpClient: Client.createFetchHttpClient(withoutRedirects(fetch)),
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
      appInfo: { name: "jackfield" },
    });
  };
  return () => (client ??= createClient());
}

/** Rejects redirects, so that the key is never sent to another host. */
const withoutRedirects =
  (fetchFn: typeof fetch): typeof fetch =>
  (url: string | URL | Request, init?: RequestInit) =>
    fetchFn(url, { ...init, redirect: "error" });
