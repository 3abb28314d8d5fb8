import { readRoute, type WebhookRouting } from "../../../lib/app-webhooks/index.ts";
import { parseJson } from "../../../lib/kit/json/parse-json.ts";
import { isFetchFailure } from "../../../lib/kit/net/fetch.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import type { ConnectionClient } from "../secrets.ts";

const LIMITS = { maxBytes: 256 * 1024, timeoutMs: 10_000 };

/** A sign-in that has succeeded. */
interface CompletedSignIn {
  readonly app: ResolvedApp;
  readonly client: ConnectionClient;
  readonly accessToken: string;
  /** The response of the token endpoint. */
  readonly text: string | undefined;
}

/**
 * Reads what identifies the new connection in the events of its app. Resolves to `undefined` if the
 * app doesn't say, or if the client isn't the operator's, because the app sends only the events of
 * that one.
 */
export async function readRouting(
  deps: Pick<ConnectionDeps, "sharedWebhooks" | "fetch">,
  { app: { record, isOwn }, client, accessToken, text }: CompletedSignIn,
): Promise<string | undefined> {
  const routing: WebhookRouting | undefined = deps.sharedWebhooks.get(record.slug)?.routing;
  if (!routing || isOwn || client.from !== "operator") return undefined;
  const { token, request } = routing;
  const fromToken = token === undefined ? undefined : readRoute(parseJson(text ?? "null"), token);
  if (fromToken !== undefined || !request) return fromToken;
  try {
    const response = await deps.fetch(`${record.base}${request.path}`, {
      headers: { accept: "application/json", authorization: `Bearer ${accessToken}` },
      redirects: 0,
      ...LIMITS,
    });
    const body = await response.text();
    return response.status === 200 ? readRoute(parseJson(body), request.pointer) : undefined;
  } catch (error) {
    if (!isFetchFailure(error)) throw error;
    return undefined;
  }
}
