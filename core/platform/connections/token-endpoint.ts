import {
  type OAuthClient,
  parseTokenResponse,
  type TokenResponse,
  tokenRequest,
} from "../../lib/oauth/index.ts";
import type { OAuthServer } from "../../lib/openapi-tools/index.ts";
import { isOutboundFailure } from "../../ports/outbound.ts";
import type { ConnectionDeps } from "./deps.ts";

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 15_000;

/** A token endpoint and its deviations from the standard. */
export interface TokenEndpoint {
  readonly url: string;
  readonly server: Pick<OAuthServer, "clientAuth" | "bodyFormat" | "tokenAt" | "scopeSeparator">;
}

/**
 * Sends one request to a token endpoint. Network failures resolve as a refusal that can be retried
 * later. `retryAfter` is in seconds.
 */
export async function requestTokens(
  { outbound }: Pick<ConnectionDeps, "outbound">,
  { url, server }: TokenEndpoint,
  client: OAuthClient,
  params: Readonly<Record<string, string | undefined>>,
): Promise<TokenResponse & { readonly retryAfter?: number | undefined }> {
  try {
    const response = await outbound.fetch(url, {
      ...tokenRequest(params, client, server),
      redirects: 0,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    const reply = parseTokenResponse(
      {
        status: response.status,
        type: response.headers.get("content-type") ?? "",
        text: await response.text(),
      },
      { at: server.tokenAt, separator: server.scopeSeparator },
    );
    const retryAfter = Number(response.headers.get("retry-after"));
    return "refused" in reply && retryAfter > 0 ? { ...reply, retryAfter } : reply;
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return { refused: { error: error.code, description: error.message, kind: "later" } };
  }
}

/**
 * Fetches a JSON document from an untrusted URL: with GET, or with POST if there is a body.
 * `undefined` after a network failure or an oversized response. `value` is `undefined` for invalid
 * JSON.
 */
export async function fetchJson(
  { outbound }: Pick<ConnectionDeps, "outbound">,
  url: string,
  { body }: { readonly body?: unknown } = {},
): Promise<
  | { readonly status: number; readonly value: unknown; header(name: string): string | null }
  | undefined
> {
  try {
    const response = await outbound.fetch(url, {
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      redirects: body === undefined ? 3 : 0,
      sameOrigin: true,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    const text = await response.text();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {}
    return { status: response.status, value, header: (name) => response.headers.get(name) };
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return undefined;
  }
}
