import { sanitizeMessage } from "../../lib/oauth/index.ts";
import { SERVICE_ACCOUNT } from "../../lib/vault/index.ts";
import type { DiscoveredServer, StoredConnection } from "../../ports/connection-store.ts";
import { activateConnection, withoutClient } from "./activate-connection.ts";
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
import { changesFromTokens } from "./record-refresh.ts";
import { type PendingSignIn, signInCookieName } from "./redirect-to-sign-in.ts";
import { requestTokens } from "./token-endpoint.ts";

interface SignInContext {
  readonly app: ResolvedApp;
  /** The token of the connect link. */
  readonly token: string;
  /** The name of the cookie to clear. */
  readonly cookie: string;
  readonly returnUrl?: string | undefined;
}

/** The result of an app's redirect to the callback URL. */
export type SignInResult =
  | ({ readonly outcome: "connected"; readonly stored: StoredConnection } & SignInContext)
  /** The user refused, or the app reported an error. */
  | ({
      readonly outcome: "refused" | "failed";
      readonly reason: string;
      readonly connection: string;
    } & SignInContext)
  /** The state is unknown, used, expired, or from another browser. */
  | { readonly outcome: "invalid" };

/**
 * Completes a sign-in: checks the state and the browser, and exchanges the code for tokens. Each
 * state works once, and only in the browser that started the sign-in.
 */
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
  // Without the cookie the state is not consumed, so that a leaked URL can't use it up.
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
    await vault.decrypt(SERVICE_ACCOUNT, signIn.encryptedData, {
      id: stateDigest,
      field: "sign_in",
    }),
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
  // Revoking an API key also ends the sign-ins that its links started.
  if (!(await deps.isActiveKey(link.account, link.key))) return { outcome: "invalid" };
  const app = await deps.resolveApp(link.account, link.app);
  const method = app.record.methods.find(({ id }) => id === pending.method);
  const context = { app, token: pending.token, cookie: cookieName, returnUrl: link.returnUrl };
  const { name } = app.record;

  const fail = async (outcome: "refused" | "failed", reason: string): Promise<SignInResult> => {
    await markFailed(deps, signIn.connection, {
      code: outcome === "refused" ? "refused_by_person" : "refused_by_app",
      message: reason,
    });
    return { outcome, reason, connection: signIn.connection, ...context };
  };

  const refusal = readRefusal(query, name);
  if (refusal) return fail(refusal.outcome, refusal.reason);
  if (!method) return fail("failed", `${name} no longer supports this authentication method.`);
  const { server: discovered } = pending;
  if (discovered && !isExpectedIssuer(discovered, query.get("iss")))
    return fail("failed", `The response did not come from the authorization server of ${name}.`);
  const code = query.get("code");
  if (!code || code.length > 8_000)
    return fail("failed", `${name} returned no authorization code.`);

  const endpoints = resolveOAuthEndpoints(
    { server: discovered, fields: pending.fields },
    method,
    pending.client,
    app.record.baseFields,
  );
  const response = await requestTokens(
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
  if ("refused" in response) {
    const { error, description, kind } = response.refused;
    if (kind === "client" && pending.client.from === "registered" && discovered)
      await forgetRegisteredClient(deps, discovered.issuer);
    return fail(
      "failed",
      `${name} did not complete the sign-in (${error})${description ? `: ${description}` : "."}`,
    );
  }
  const { tokens } = response;
  const { accessToken, refreshToken, scopes, who } = tokens;
  const saved = await activateConnection(deps, stored, {
    app,
    method,
    fields: pending.fields,
    server: discovered,
    granted: {
      secrets: {
        values: { ...withoutClient(pending.secret), access_token: accessToken },
        refreshToken,
        client: pending.client,
      },
      changes: {
        ...changesFromTokens(tokens, now(), { connection: stored.connection }),
        scopes: scopes ?? (pending.scopes.length > 0 ? pending.scopes : undefined),
        who,
      },
    },
  });
  if (!saved) return { outcome: "invalid" };
  await store.consumeLink(signIn.link);
  return { outcome: "connected", stored: saved, ...context };
}

/** Reads the error of an authorization response (RFC 6749, section 4.1.2.1, and deviations). */
function readRefusal(
  query: URLSearchParams,
  name: string,
): { readonly outcome: "refused" | "failed"; readonly reason: string } | undefined {
  const error = query.get("error");
  if (error === null) return undefined;
  const description = sanitizeMessage(query.get("error_description"));
  const suffix = description ? `: ${description}` : ".";
  if (/^(access_denied|user_denied|consent_required|user_cancelled_\w+)$/.test(error))
    return { outcome: "refused", reason: `Access to ${name} was not granted${suffix}` };
  return {
    outcome: "failed",
    reason: `${name} rejected the sign-in (${sanitizeMessage(error, 80)})${suffix}`,
  };
}

/** Prevents mix-up attacks: a response must come from the expected server (RFC 9207). */
const isExpectedIssuer = (
  { issuer: expected, saysIssuer }: DiscoveredServer,
  issuer: string | null,
): boolean =>
  (!saysIssuer && issuer === null) || issuer?.replace(/\/$/, "") === expected.replace(/\/$/, "");

const markFailed = (
  deps: ConnectionDeps,
  id: string,
  reason: { readonly code: string; readonly message: string },
): Promise<StoredConnection | undefined> =>
  updateStored(deps, id, ({ connection: { status } }) =>
    status !== "pending" && status !== "failed"
      ? undefined
      : {
          set: {
            status: "failed",
            reason: { ...reason, at: isoTime(deps.now()) },
            due: undefined,
          },
        },
  );
