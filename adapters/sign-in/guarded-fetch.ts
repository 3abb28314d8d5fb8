import type { Outbound } from "../../core/ports/outbound.ts";

const TIMEOUT_MILLISECONDS = 10_000;
const MAX_BYTES = 1_048_576;

/** Returns the `fetch` of an OAuth library: through the guarded client, without redirects. */
export const guardedFetch =
  (outbound: Outbound) =>
  async (
    url: string,
    {
      method,
      headers,
      body,
    }: {
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly body?: unknown;
    },
  ): Promise<Response> => {
    const response = await outbound.fetch(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      redirects: 0,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MILLISECONDS,
    });
    const bytes = await response.bytes();
    return new Response(bytes.length > 0 ? (bytes as BodyInit) : null, {
      status: response.status,
      headers: [...response.headers],
    });
  };
