import { parseJson } from "../../../lib/kit/json/parse-json.ts";
import {
  type AuthorizationError,
  exchangeCode,
  isExpectedIssuer,
  readAuthorizationError,
  type TokenError,
  type Tokens,
} from "../../../lib/oauth/index.ts";
import type { AuthMethod } from "../../../lib/openapi-tools/index.ts";
import type { StatusReason, StoredConnection } from "../../../ports/stores/connection-store.ts";
import { recordClientUse } from "../client-failures.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { findContext } from "../context/find-context.ts";
import { type ConnectionSecrets, withoutClient } from "../secrets.ts";
import { changesFromTokens, isoTime, updateStored } from "../stored-connection.ts";
import { activateConnection } from "./activate-connection.ts";
import { linkChanger } from "./connect-links.ts";
import { type ConnectStep, stepAfterConnecting } from "./connect-step.ts";
import { forgetRegisteredClient, oauthCallbackUrl, requireEndpoints } from "./oauth-clients.ts";
import { clientKeys } from "./operator-clients.ts";
import { readRouting } from "./read-routing.ts";
import { type ResumedSignIn, resumeSignIn } from "./resume-sign-in.ts";

/** What is next after an app's redirect to the callback URL. */
interface SignInResult {
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

/** The authorization code of a redirect, and the method that it is for. */
interface ReceivedCode {
  readonly code: string;
  readonly method: AuthMethod;
}

/** Why a sign-in failed. `reason` is a sentence for users. */
interface Refusal {
  readonly by: "person" | "app";
  readonly reason: string;
}

/** The response of a token endpoint. */
interface GrantedTokens {
  readonly tokens: Tokens;
  readonly text: string | undefined;
}

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
  const signIn = await resumeSignIn(deps, query.get("state") ?? "", cookies);
  if (!signIn) return NO_SIGN_IN;
  const received = readCode(query, signIn);
  if ("reason" in received) return failSignIn(deps, signIn, received);
  const granted = await exchange(deps, signIn, received);
  if ("reason" in granted) return failSignIn(deps, signIn, granted);
  const saved = await activate(deps, signIn, { ...received, ...granted, query, network });
  if (!saved) return NO_SIGN_IN;
  await deps.store.consumeLink(signIn.linkDigest);
  await recordClientUse(deps, clientUse(signIn, received.method));
  return {
    step: stepAfterConnecting(signIn.app, saved, signIn.link.returnUrl),
    ended: endedSignIn(signIn),
  };
}

function readCode(
  query: URLSearchParams,
  { pending, app: { record } }: ResumedSignIn,
): ReceivedCode | Refusal {
  const { name } = record;
  const method = record.methods.find(({ id }) => id === pending.method);
  const refusal = readAuthorizationError(query);
  if (refusal)
    return {
      by: refusal.kind === "refused" ? "person" : "app",
      reason: refusalMessage(name, refusal),
    };
  if (!method) return refusedByApp(`${name} no longer supports this authentication method.`);
  if (pending.server && !isExpectedIssuer(query.get("iss"), pending.server))
    return refusedByApp(`The response did not come from the authorization server of ${name}.`);
  const code = query.get("code");
  if (!code || code.length > 8_000) return refusedByApp(`${name} returned no authorization code.`);
  return { code, method };
}

async function exchange(
  deps: ConnectionDeps,
  signIn: ResumedSignIn,
  { code, method }: ReceivedCode,
): Promise<GrantedTokens | Refusal> {
  const { pending, app } = signIn;
  const { server: discovered, client, fields } = pending;
  const endpoints = requireEndpoints({
    method,
    fields,
    client,
    baseFields: app.record.baseFields,
    discovered,
  });
  const response = await exchangeCode(
    discovered ? deps.fetchFor(app.record.base) : deps.fetch,
    endpoints,
    client,
    { code, redirectUri: oauthCallbackUrl(deps.origin), verifier: pending.verifier },
  );
  if (!("refused" in response)) return { tokens: response.tokens, text: response.text };
  const { refused } = response;
  await recordClientUse(deps, clientUse(signIn, method), refused);
  if (refused.kind === "client" && client.from === "registered" && discovered)
    await forgetRegisteredClient(deps, discovered.issuer);
  return refusedByApp(exchangeMessage(app.record.name, refused));
}

/** Stores the tokens. Resolves to `undefined` if the connection was deleted in the meantime. */
async function activate(
  deps: ConnectionDeps,
  { app, pending, stored, link, creator }: ResumedSignIn,
  {
    method,
    tokens,
    text,
    query,
    network,
  }: ReceivedCode &
    GrantedTokens & {
      readonly query: URLSearchParams;
      readonly network: string | undefined;
    },
): Promise<StoredConnection | undefined> {
  const { client, fields } = pending;
  const { accessToken, refreshToken, scopes, who } = tokens;
  const routing = await readRouting(deps, { app, client, accessToken, text });
  const secrets: ConnectionSecrets = {
    values: { ...withoutClient(pending.secret), access_token: accessToken },
    refreshToken,
    client,
  };
  const found = await findContext(deps, stored, {
    app,
    method,
    fields,
    secrets,
    sources: { token: parseJson(text ?? ""), callback: Object.fromEntries(query) },
  });
  return activateConnection(deps, stored, {
    app,
    method,
    fields,
    server: pending.server,
    context: found?.context,
    isNew: link.isNew,
    by: linkChanger(link, creator, network),
    granted: {
      secrets,
      changes: {
        ...changesFromTokens(tokens, deps.now(), { connection: stored.connection }),
        scopes: scopes ?? (pending.scopes.length > 0 ? pending.scopes : undefined),
        who,
        routing,
      },
    },
  });
}

async function failSignIn(
  deps: ConnectionDeps,
  signIn: ResumedSignIn,
  { by, reason }: Refusal,
): Promise<SignInResult> {
  const { app, link, stored } = signIn;
  const connection = stored.connection.id;
  await markFailed(deps, connection, { code: `refused_by_${by}`, message: reason });
  return {
    step: { step: "refused", app, by, reason, connection, returnUrl: link.returnUrl },
    ended: endedSignIn(signIn),
  };
}

const endedSignIn = ({ pending, cookieName }: ResumedSignIn) => ({
  token: pending.token,
  cookie: cookieName,
});

const clientUse = ({ app, link, pending }: ResumedSignIn, method: AuthMethod) => ({
  keys: clientKeys(app, link.account, method),
  app: app.record.slug,
  client: pending.client,
});

const refusedByApp = (reason: string): Refusal => ({ by: "app", reason });

const exchangeMessage = (name: string, { error, description }: TokenError): string =>
  `${name} did not complete the sign-in (${error})${description ? `: ${description}` : "."}`;

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
