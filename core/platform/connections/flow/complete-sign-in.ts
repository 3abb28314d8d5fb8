import { parseJson } from "../../../lib/kit/json/parse-json.ts";
import {
  type AuthorizationError,
  exchangeCode,
  isExpectedIssuer,
  readAuthorizationError,
} from "../../../lib/oauth/index.ts";
import { SERVICE_ACCOUNT } from "../../../lib/vault/index.ts";
import type { StatusReason, StoredConnection } from "../../../ports/stores/connection-store.ts";
import { recordClientUse } from "../client-failures.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { findContext } from "../context/find-context.ts";
import { type ConnectionSecrets, withoutClient } from "../secrets.ts";
import { changesFromTokens, isoTime, updateStored } from "../stored-connection.ts";
import { activateConnection } from "./activate-connection.ts";
import { digestSecret, linkChanger } from "./connect-links.ts";
import { type ConnectStep, stepAfterConnecting } from "./connect-step.ts";
import {
  clientKeys,
  forgetRegisteredClient,
  oauthCallbackUrl,
  requireEndpoints,
} from "./oauth-clients.ts";
import { readRouting } from "./read-routing.ts";
import { isStateFor, type PendingSignIn, signInCookieName } from "./redirect-to-sign-in.ts";

/** What is next after an app's redirect to the callback URL. */
export interface SignInResult {
  readonly step: ConnectStep;
  /** The sign-in that ended. `undefined` if its state is unknown, used, expired, or from another browser. */
  readonly ended?:
    | {
        /** The token of the connect link. */
        readonly token: string;
        /** The name of the cookie to clear. */
        readonly cookie: string;
      }
    | undefined;
}

const NO_SIGN_IN: SignInResult = { step: { step: "problem", problem: "no_sign_in" } };

/**
 * Completes a sign-in: checks the state and the browser, and exchanges the code for tokens. Each
 * state works once, and only in the browser that started the sign-in. `network` is that of the
 * browser, for the audit log.
 */
export async function completeSignIn(
  deps: ConnectionDeps,
  query: URLSearchParams,
  {
    cookies,
    network,
  }: { readonly cookies: ReadonlyMap<string, string>; readonly network?: string | undefined },
): Promise<SignInResult> {
  const { store, vault, now } = deps;
  const state = query.get("state") ?? "";
  const stateDigest = await digestSecret(state);
  const cookieName = signInCookieName(stateDigest);
  const browserSecret = cookies.get(cookieName);
  if (!browserSecret || state.length > 2000) return NO_SIGN_IN;
  // Only the browser that started the sign-in can use up its state. Otherwise anyone who sees the
  // URL could, with a forged cookie.
  const signIn = await store.consumeSignIn(stateDigest, await digestSecret(browserSecret));
  if (!signIn || signIn.expires <= now() || !(await isStateFor(vault, state, signIn.connection)))
    return NO_SIGN_IN;
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
    return NO_SIGN_IN;
  // Revoking an API key also ends the sign-ins that its links started.
  const creator = await deps.findActiveActor(link.account, link.key);
  if (!creator) return NO_SIGN_IN;
  const app = await deps.resolveApp(link.account, link.app);
  const method = app.record.methods.find(({ id }) => id === pending.method);
  const { returnUrl } = link;
  const ended = { token: pending.token, cookie: cookieName };
  const { name } = app.record;

  const fail = async (by: "person" | "app", reason: string): Promise<SignInResult> => {
    const { connection } = signIn;
    await markFailed(deps, connection, { code: `refused_by_${by}`, message: reason });
    return { step: { step: "refused", app, by, reason, connection, returnUrl }, ended };
  };

  const refusal = readAuthorizationError(query);
  if (refusal)
    return fail(refusal.kind === "refused" ? "person" : "app", refusalMessage(name, refusal));
  if (!method) return fail("app", `${name} no longer supports this authentication method.`);
  const { server: discovered } = pending;
  if (discovered && !isExpectedIssuer(query.get("iss"), discovered))
    return fail("app", `The response did not come from the authorization server of ${name}.`);
  const code = query.get("code");
  if (!code || code.length > 8_000) return fail("app", `${name} returned no authorization code.`);

  const endpoints = requireEndpoints({
    method,
    fields: pending.fields,
    client: pending.client,
    baseFields: app.record.baseFields,
    discovered,
  });
  const response = await exchangeCode(
    discovered ? deps.fetchFor(app.record.base) : deps.fetch,
    endpoints,
    pending.client,
    { code, redirectUri: oauthCallbackUrl(deps.origin), verifier: pending.verifier },
  );
  const used = {
    keys: clientKeys(app, link.account, method),
    app: app.record.slug,
    client: pending.client,
  };
  if ("refused" in response) {
    await recordClientUse(deps, used, response.refused);
    const { error, description, kind } = response.refused;
    if (kind === "client" && pending.client.from === "registered" && discovered)
      await forgetRegisteredClient(deps, discovered.issuer);
    return fail(
      "app",
      `${name} did not complete the sign-in (${error})${description ? `: ${description}` : "."}`,
    );
  }
  const { tokens } = response;
  const { accessToken, refreshToken, scopes, who } = tokens;
  const routing = await readRouting(deps, {
    app,
    client: pending.client,
    accessToken,
    text: response.text,
  });
  const secrets: ConnectionSecrets = {
    values: { ...withoutClient(pending.secret), access_token: accessToken },
    refreshToken,
    client: pending.client,
  };
  const found = await findContext(deps, stored, {
    app,
    method,
    fields: pending.fields,
    secrets,
    sources: { token: parseJson(response.text ?? ""), callback: Object.fromEntries(query) },
  });
  const saved = await activateConnection(deps, stored, {
    app,
    method,
    fields: pending.fields,
    server: discovered,
    context: found?.context,
    isNew: link.isNew,
    by: linkChanger(link, creator, network),
    granted: {
      secrets,
      changes: {
        ...changesFromTokens(tokens, now(), { connection: stored.connection }),
        scopes: scopes ?? (pending.scopes.length > 0 ? pending.scopes : undefined),
        who,
        routing,
      },
    },
  });
  if (!saved) return NO_SIGN_IN;
  await store.consumeLink(signIn.link);
  await recordClientUse(deps, used);
  return { step: stepAfterConnecting(app, saved, returnUrl), ended };
}

function refusalMessage(name: string, { kind, error, description }: AuthorizationError): string {
  const suffix = description ? `: ${description}` : ".";
  return kind === "refused"
    ? `Access to ${name} was not granted${suffix}`
    : `${name} rejected the sign-in (${error})${suffix}`;
}

/** Marks a connection whose first sign-in failed. Doesn't change one that was connected before. */
const markFailed = (
  deps: Pick<ConnectionDeps, "store" | "now">,
  id: string,
  reason: Omit<StatusReason, "at">,
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
