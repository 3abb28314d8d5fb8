import type { OAuthServer } from "../../ports/apps.ts";
import { isOutboundFailure } from "../../ports/outbound.ts";
import { readTokenReply, type TokenReply } from "../domain/oauth/token-reply.ts";
import { type OAuthClient, tokenRequest } from "../domain/oauth/token-request.ts";
import type { Office } from "./office.ts";

const MOST_BYTES = 256 * 1024;
const PATIENCE_MS = 15_000;

/** A token endpoint, with all that is its own. */
export interface TokenEndpoint {
  readonly url: string;
  readonly server: Pick<OAuthServer, "clientAuth" | "bodyFormat" | "tokenAt" | "scopeSeparator">;
}

/** Asks a token endpoint, once. Never rejects for what the other side does: that is a refusal too. */
export async function askForTokens(
  { outbound }: Pick<Office, "outbound">,
  { url, server }: TokenEndpoint,
  client: OAuthClient,
  params: Readonly<Record<string, string | undefined>>,
): Promise<TokenReply & { readonly retryAfter?: number | undefined }> {
  try {
    const answer = await outbound.fetch(url, {
      ...tokenRequest(params, client, server),
      redirects: 0,
      maxBytes: MOST_BYTES,
      timeoutMs: PATIENCE_MS,
    });
    const reply = readTokenReply(
      {
        status: answer.status,
        type: answer.headers.get("content-type") ?? "",
        text: await answer.text(),
      },
      { at: server.tokenAt, separator: server.scopeSeparator },
    );
    const retryAfter = Number(answer.headers.get("retry-after"));
    return "refused" in reply && retryAfter > 0 ? { ...reply, retryAfter } : reply;
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return { refused: { error: error.code, description: error.message, means: "later" } };
  }
}

/** Fetches JSON of somebody else's; none where there is none, or too much of it. */
export async function fetchJson(
  { outbound }: Pick<Office, "outbound">,
  url: string,
  { body }: { readonly body?: unknown } = {},
): Promise<
  | { readonly status: number; readonly value: unknown; header(name: string): string | null }
  | undefined
> {
  try {
    const answer = await outbound.fetch(url, {
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      redirects: body === undefined ? 3 : 0,
      sameOrigin: true,
      maxBytes: MOST_BYTES,
      timeoutMs: PATIENCE_MS,
    });
    const text = await answer.text();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {}
    return { status: answer.status, value, header: (name) => answer.headers.get(name) };
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return undefined;
  }
}
