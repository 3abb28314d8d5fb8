import type { AuthMethod, InputField } from "../../ports/apps.ts";
import type { Connection } from "../../ports/connection-store.ts";
import { tokenRequest } from "../domain/oauth/token-request.ts";
import type { ConnectionDeps } from "./deps.ts";
import { resolveOAuthEndpoints } from "./oauth-endpoints.ts";
import type { ConnectionSecrets } from "./secrets.ts";

/** Withdraws a grant at its provider (RFC 7009), where that has a way; nothing is wrong where it does not succeed. */
export async function revokeTokens(
  deps: Pick<ConnectionDeps, "outbound" | "onError">,
  connection: Pick<Connection, "server" | "fields">,
  method: AuthMethod,
  { client, refreshToken, values }: ConnectionSecrets,
  baseFields: readonly InputField[],
): Promise<void> {
  if (!client) return;
  try {
    const { revocationUrl, server } = resolveOAuthEndpoints(connection, method, client, baseFields);
    const token = refreshToken ?? values["access_token"];
    if (!revocationUrl || !token) return;
    const hint = refreshToken ? "refresh_token" : "access_token";
    const response = await deps.outbound.fetch(revocationUrl, {
      ...tokenRequest({ token, token_type_hint: hint }, client, { ...server, bodyFormat: "form" }),
      redirects: 0,
      maxBytes: 64 * 1024,
      timeoutMs: 10_000,
    });
    await response.body.cancel();
  } catch (error) {
    // Best effort: what was secret is gone here, and the provider's own page can take it away.
    if (!(error instanceof Error && (error.name === "OutboundFailure" || error.name === "Problem")))
      deps.onError(error);
  }
}
