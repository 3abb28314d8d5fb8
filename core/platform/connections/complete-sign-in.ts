import type { StoredConnection } from "../../ports/connection-store.ts";
import { sanitizeMessage } from "../domain/oauth/sanitize-message.ts";
import { forgetRegisteredClient } from "./clients.ts";
import { digestSecret, isStateFor } from "./connect-links.ts";
import {
  type ConnectionDeps,
  isoTime,
  oauthCallbackUrl,
  outboundForConnection,
  type ResolvedApp,
  updateStored,
} from "./deps.ts";
import { resolveOAuthEndpoints } from "./oauth-endpoints.ts";
import { changesFromTokens } from "./refresh.ts";
import { type ConnectionSecrets, encryptSecrets } from "./secrets.ts";
import { CLEARED_ON_SIGN_IN, type PendingSignIn, signInCookieName } from "./submit-connect-form.ts";
import { requestTokens } from "./token-endpoint.ts";
import { SERVICE_ACCOUNT } from "./vault.ts";

/** What came of the way back from an app. */
export type SignInResult =
  | {
      readonly outcome: "connected";
      readonly app: ResolvedApp;
      readonly stored: StoredConnection;
      readonly token: string;
      readonly cookie: string;
      readonly returnUrl?: string | undefined;
    }
  /** The person did not allow it, or the app did not give it. */
  | {
      readonly outcome: "refused" | "failed";
      readonly app: ResolvedApp;
      readonly reason: string;
      readonly connection: string;
      readonly token: string;
      readonly cookie: string;
      readonly returnUrl?: string | undefined;
    }
  /** Nobody who came this way had begun here: used twice, too late, in another browser, or made up. */
  | { readonly outcome: "invalid" };

/** Takes up a sign-in where it was left, once, and only in the browser that began it. */
export async function completeSignIn(
  deps: ConnectionDeps,
  query: URLSearchParams,
  cookies: ReadonlyMap<string, string>,
): Promise<SignInResult> {
  const { store, vault, now } = deps;
  const state = query.get("state") ?? "";
  const stateDigest = await digestSecret(state);
  const cookieName = signInCookieName(stateDigest);
  const browserSecret = cookies.get(cookieName);
  // What has no cookie is not even looked up: whoever only has the address can't use it up.
  if (!browserSecret || state.length > 2000) return { outcome: "invalid" };
  const signIn = await store.consumeSignIn(stateDigest);
  if (
    !signIn ||
    signIn.expires <= now() ||
    signIn.browser !== (await digestSecret(browserSecret)) ||
    !(await isStateFor(vault, state, signIn.connection))
  )
    return { outcome: "invalid" };
  const pending = JSON.parse(
    await vault.decrypt(SERVICE_ACCOUNT, signIn.sealed, { id: stateDigest, field: "sign_in" }),
  ) as PendingSignIn;
  const [stored, link] = await Promise.all([
    store.find(signIn.connection),
    deps.links.read(pending.token),
  ]);
  if (
    !stored ||
    !link ||
    stored.connection.status === "revoked" ||
    (await store.findLink(signIn.link))?.isSpent
  )
    return { outcome: "invalid" };
  // A key that is revoked takes along what was begun with its links.
  if (!(await deps.isActiveKey(link.account, link.key))) return { outcome: "invalid" };
  const app = await deps.resolveApp(link.account, link.app);
  const method = app.record.methods.find(({ id }) => id === pending.method);
  const context = { app, token: pending.token, cookie: cookieName, returnUrl: link.returnUrl };
  const { name } = app.record;

  const fail = async (outcome: "refused" | "failed", reason: string): Promise<SignInResult> => {
    await updateStored(deps, signIn.connection, ({ connection: { status } }) =>
      status !== "pending" && status !== "failed"
        ? undefined
        : {
            set: {
              status: "failed",
              reason: {
                code: outcome === "refused" ? "refused_by_person" : "refused_by_app",
                message: reason,
                at: isoTime(now()),
              },
              due: undefined,
            },
          },
    );
    return { outcome, reason, connection: signIn.connection, ...context };
  };

  const error = query.get("error");
  if (error !== null) {
    const description = sanitizeMessage(query.get("error_description"));
    if (/^(access_denied|user_denied|consent_required|user_cancelled_\w+)$/.test(error))
      return fail(
        "refused",
        `${name} says that it was not allowed${description ? `: ${description}` : "."}`,
      );
    return fail(
      "failed",
      `${name} refused (${sanitizeMessage(error, 80)})${description ? `: ${description}` : "."}`,
    );
  }
  if (!method) return fail("failed", `${name} can't be connected in this way any more.`);
  const { server: discovered } = pending;
  const issuer = query.get("iss");
  // RFC 9207: an answer of another server than the one asked is a mix-up.
  if (
    discovered &&
    (discovered.saysIssuer || issuer !== null) &&
    issuer?.replace(/\/$/, "") !== discovered.issuer.replace(/\/$/, "")
  )
    return fail("failed", `The answer did not come from the server that was asked for ${name}.`);
  const code = query.get("code");
  if (!code || code.length > 8_000) return fail("failed", `${name} sent no code back.`);

  const endpoints = resolveOAuthEndpoints(
    { server: discovered, fields: pending.fields },
    method,
    pending.client,
    app.record.baseFields,
  );
  const tokenReply = await requestTokens(
    outboundForConnection(deps, app.record, { server: discovered }),
    endpoints.token,
    pending.client,
    {
      grant_type: "authorization_code",
      ...endpoints.server.tokenParams,
      code,
      redirect_uri: oauthCallbackUrl(deps.origin),
      code_verifier: pending.verifier,
      resource: endpoints.resource,
    },
  );
  if ("refused" in tokenReply) {
    const { error, description, kind: means } = tokenReply.refused;
    if (means === "client" && pending.client.from === "registered" && discovered)
      await forgetRegisteredClient(deps, discovered.issuer);
    return fail(
      "failed",
      `${name} did not complete the sign-in (${error})${description ? `: ${description}` : "."}`,
    );
  }
  const { accessToken, refreshToken, scopes, who } = tokenReply.tokens;
  const { client_id: _, client_secret: __, ...rest } = pending.secret;
  const secrets: ConnectionSecrets = {
    values: { ...rest, access_token: accessToken },
    refreshToken,
    client: pending.client,
    own: app.record.isOwn && app.record.base,
  };
  const encrypted = await encryptSecrets(
    vault,
    { ...stored.connection, method: method.id, fields: pending.fields, server: discovered },
    secrets,
  );
  const changes = {
    ...CLEARED_ON_SIGN_IN,
    ...changesFromTokens(tokenReply.tokens, now(), { connection: stored.connection }),
    status: "active" as const,
    method: method.id,
    fields: pending.fields,
    server: discovered,
    scopes: scopes ?? (pending.scopes.length > 0 ? pending.scopes : undefined),
    who,
  };
  const saved = await updateStored(deps, signIn.connection, ({ connection: { status } }) =>
    status === "revoked" ? undefined : { set: changes, sealed: encrypted },
  );
  if (!saved || saved.connection.status === "revoked") return { outcome: "invalid" };
  await store.consumeLink(signIn.link);
  return { outcome: "connected", stored: saved, ...context };
}
