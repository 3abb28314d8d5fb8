import { tokenRequest } from "../../lib/oauth/index.ts";
import type { AuthMethod, InputField } from "../../lib/openapi-tools/index.ts";
import type { Connection } from "../../ports/connection-store.ts";
import type { ConnectionDeps } from "./deps.ts";
import { resolveOAuthEndpoints } from "./oauth-endpoints.ts";
import type { ConnectionSecrets } from "./secrets.ts";

/** Revokes a grant at the app (RFC 7009), if it has a revocation endpoint. Failures are ignored. */
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
    // Best effort: Jackfield no longer stores the secrets, and users can revoke access at the app.
    if (!(error instanceof Error && (error.name === "OutboundFailure" || error.name === "Problem")))
      deps.onError(error);
  }
}
