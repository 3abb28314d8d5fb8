import type Stripe from "stripe";

/** Where Stripe is, and who asks. */
export interface Access {
  /** Secret (`sk_`) or, better, restricted (`rk_`). */
  readonly key: string;
  /** An origin; Stripe's own unless a stand-in is asked. */
  readonly apiUrl?: string | undefined;
  /** For one attempt; there are at most two. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/** Loads and makes the official client when it is first asked for: loading takes a third of a second. */
export function lazyClient({
  key,
  apiUrl = "https://api.stripe.com",
  timeoutMs = 10_000,
  fetch = globalThis.fetch,
}: Access): () => Promise<Stripe> {
  const { hostname, port, protocol } = new URL(apiUrl);
  let made: Promise<Stripe> | undefined;
  const make = async () => {
    const { default: Client } = await import("stripe");
    return new Client(key, {
      host: hostname,
      port: port || (protocol === "http:" ? 80 : 443),
      protocol: protocol === "http:" ? "http" : "https",
      httpClient: Client.createFetchHttpClient(stayingThere(fetch)),
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
      appInfo: { name: "jackfield" },
    });
  };
  return () => (made ??= make());
}

/** The key goes nowhere but where it is meant to: a redirect is an error. */
const stayingThere =
  (ask: typeof fetch): typeof fetch =>
  (url: string | URL | Request, init?: RequestInit) =>
    ask(url, { ...init, redirect: "error" });
