import type { AuthMethod, Field } from "../../ports/apps.ts";
import type { Connection } from "../../ports/connections.ts";
import { tokenRequest } from "../domain/oauth/token-request.ts";
import { placeOf } from "./endpoint.ts";
import type { Office } from "./office.ts";
import type { Secrets } from "./secrets.ts";

/** Withdraws a grant at its provider (RFC 7009), where that has a way; nothing is wrong where it does not succeed. */
export async function revokeAt(
  office: Pick<Office, "outbound" | "fault">,
  connection: Pick<Connection, "server" | "fields">,
  method: AuthMethod,
  { client, refreshToken, values }: Secrets,
  baseFields: readonly Field[],
): Promise<void> {
  if (!client) return;
  try {
    const { revocationUrl, server } = placeOf(connection, method, client, baseFields);
    const token = refreshToken ?? values["access_token"];
    if (!revocationUrl || !token) return;
    const hint = refreshToken ? "refresh_token" : "access_token";
    const answer = await office.outbound.fetch(revocationUrl, {
      ...tokenRequest({ token, token_type_hint: hint }, client, { ...server, bodyFormat: "form" }),
      redirects: 0,
      maxBytes: 64 * 1024,
      timeoutMs: 10_000,
    });
    await answer.body.cancel();
  } catch (error) {
    // Best effort: what was secret is gone here, and the provider's own page can take it away.
    if (!(error instanceof Error && (error.name === "OutboundFailure" || error.name === "Problem")))
      office.fault(error);
  }
}
