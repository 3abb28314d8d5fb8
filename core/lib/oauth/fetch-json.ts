import { type Fetch, isFetchFailure } from "../kit/net/fetch.ts";

/** The maximum size and time of a response of an authorization server. */
export const RESPONSE_LIMITS = { maxBytes: 256 * 1024, timeoutMs: 15_000 };

/**
 * Fetches a JSON document from an untrusted URL: with GET, or with POST if there is a body.
 * `undefined` after a network failure or an oversized response. `value` is `undefined` for invalid
 * JSON.
 */
export async function fetchJson(
  send: Fetch,
  url: string,
  { body }: { readonly body?: unknown } = {},
): Promise<
  | { readonly status: number; readonly value: unknown; header(name: string): string | null }
  | undefined
> {
  try {
    const response = await send(url, {
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      redirects: body === undefined ? 3 : 0,
      sameOrigin: true,
      ...RESPONSE_LIMITS,
    });
    const text = await response.text();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {}
    return { status: response.status, value, header: (name) => response.headers.get(name) };
  } catch (error) {
    if (!isFetchFailure(error)) throw error;
    return undefined;
  }
}
