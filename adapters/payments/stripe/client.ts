import type Stripe from "stripe";

/** Where Stripe is, and who asks. */
export interface StripeAccess {
  /** Secret (`sk_`) or, better, restricted (`rk_`). */
  readonly key: string;
  /** An origin; Stripe's own unless a stand-in is asked. */
  readonly apiUrl?: string | undefined;
  /** For one attempt; there are at most two. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/** Loads and makes the official client when it is first asked for: loading takes a third of a second. */
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

/** The key goes nowhere but where it is meant to: a redirect is an error. */
const withoutRedirects =
  (fetchFn: typeof fetch): typeof fetch =>
  (url: string | URL | Request, init?: RequestInit) =>
    fetchFn(url, { ...init, redirect: "error" });
