import { type Fetch, isFetchFailure } from "../../kit/net/fetch.ts";
import type { OAuthServer } from "../../openapi-tools/index.ts";
import { RESPONSE_LIMITS } from "../fetch-json.ts";
import { type OAuthClient, tokenRequest } from "./token-request.ts";
import { parseTokenResponse, type TokenResponse } from "./token-response.ts";

/** A token endpoint and its deviations from the standard. */
export interface TokenEndpoint {
  readonly url: string;
  readonly server: Pick<OAuthServer, "clientAuth" | "bodyFormat" | "tokenAt" | "scopeSeparator">;
}

/** `retryAfter` is in seconds. */
export type TokenReply = TokenResponse & {
  readonly retryAfter?: number | undefined;
  /** The response with the tokens. */
  readonly text?: string | undefined;
};

/**
 * Sends one request to a token endpoint. Network failures resolve as a refusal that can be retried
 * later.
 */
export async function requestTokens(
  send: Fetch,
  { url, server }: TokenEndpoint,
  client: OAuthClient,
  params: Readonly<Record<string, string | undefined>>,
): Promise<TokenReply> {
  try {
    const response = await send(url, {
      ...tokenRequest(params, client, server),
      redirects: 0,
      ...RESPONSE_LIMITS,
    });
    const text = await response.text();
    const reply = parseTokenResponse(
      { status: response.status, type: response.headers.get("content-type") ?? "", text },
      { at: server.tokenAt, separator: server.scopeSeparator },
    );
    const retryAfter = Number(response.headers.get("retry-after"));
    if ("tokens" in reply) return { ...reply, text };
    return retryAfter > 0 ? { ...reply, retryAfter } : reply;
  } catch (error) {
    if (!isFetchFailure(error)) throw error;
    return { refused: { error: error.code, description: error.message, kind: "later" } };
  }
}

/** Revokes a token (RFC 7009). Network failures and the response are ignored. */
export async function revokeToken(
  send: Fetch,
  { url, server }: TokenEndpoint,
  client: OAuthClient,
  { token, hint }: { readonly token: string; readonly hint: "refresh_token" | "access_token" },
): Promise<void> {
  try {
    const response = await send(url, {
      ...tokenRequest({ token, token_type_hint: hint }, client, { ...server, bodyFormat: "form" }),
      redirects: 0,
      maxBytes: 64 * 1024,
      timeoutMs: 10_000,
    });
    await response.body.cancel();
  } catch (error) {
    if (!isFetchFailure(error)) throw error;
  }
}
