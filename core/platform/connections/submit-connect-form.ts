import type { AuthMethod } from "../../ports/apps.ts";
import type { DiscoveredServer, StoredConnection } from "../../ports/connection-store.ts";
import { Problem } from "../../problem.ts";
import { randomToken } from "../domain/encryption/bytes.ts";
import { buildAuthorizationUrl } from "../domain/oauth/authorize.ts";
import { createChallenge, createVerifier } from "../domain/oauth/pkce.ts";
import { fillUrl } from "../domain/oauth/url-template.ts";
import { resolveClient } from "./clients.ts";
import { digestSecret, newState } from "./connect-links.ts";
import {
  credentialFields,
  type FieldError,
  type FormValues,
  readCredentialForm,
  splitSecrets,
} from "./credential-form.ts";
import { type ConnectionDeps, oauthCallbackUrl, updateStored } from "./deps.ts";
import { discoverServer } from "./discover.ts";
import { addPendingConnection, newConnectionId } from "./new-connection.ts";
import { resolveOAuthEndpoints, resolveScopes } from "./oauth-endpoints.ts";
import { changesFromTokens } from "./refresh.ts";
import type { ActiveLink, MethodChoice } from "./resolve-link.ts";
import { type ConnectionClient, type ConnectionSecrets, encryptSecrets } from "./secrets.ts";
import { requestTokens } from "./token-endpoint.ts";
import { SERVICE_ACCOUNT } from "./vault.ts";

/** What came of sending the form of a link's page. */
export type ConnectFormResult =
  /** Something typed needs another look, or the app did not accept it. */
  | {
      readonly outcome: "invalid";
      readonly values: FormValues;
      readonly errors: readonly FieldError[];
      readonly refusal?: string | undefined;
    }
  /** On to the app, with a cookie for the way back. */
  | {
      readonly outcome: "redirect";
      readonly url: string;
      readonly cookie: { readonly name: string; readonly value: string };
    }
  | { readonly outcome: "connected"; readonly stored: StoredConnection }
  /** Somebody else has begun with the link. */
  | { readonly outcome: "other_browser" };

/** What finishing a sign-in needs. */
export interface PendingSignIn {
  readonly token: string;
  readonly method: string;
  readonly verifier?: string | undefined;
  readonly client: ConnectionClient;
  readonly fields: FormValues;
  readonly secret: FormValues;
  readonly server?: DiscoveredServer | undefined;
  readonly scopes: readonly string[];
}

/** The name of the cookie that a sign-in is bound to a browser with, by the digest of its state. */
export const signInCookieName = (stateDigest: string): string =>
  `jf_signin_${stateDigest.slice(0, 12)}`;

/** Carries out what a person sent with a link's form. */
export async function submitConnectForm(
  deps: ConnectionDeps,
  activeLink: ActiveLink,
  {
    choice: { method },
    form,
    browser,
  }: {
    readonly choice: MethodChoice;
    readonly form: ReadonlyMap<string, string>;
    readonly browser: string;
  },
): Promise<ConnectFormResult> {
  const { link, app } = activeLink;
  const fields = credentialFields(app.record, method);
  const { values, errors } = readCredentialForm(fields, form);
  const redisplayed = Object.fromEntries(
    Object.entries(values).filter(([name]) => !fields.find((field) => field.name === name)?.secret),
  );
  const rejectForm = (errors: readonly FieldError[], refusal?: string): ConnectFormResult => ({
    outcome: "invalid",
    values: redisplayed,
    errors,
    refusal,
  });
  if (errors.length > 0) return rejectForm(errors);
  const { plain, secret } = splitSecrets(fields, method, values);
  const { baseFields } = app.record;
  const appUrl = fillUrl(
    app.record.base,
    {
      ...plain,
      ...Object.fromEntries(
        baseFields.map(({ name, fallback = "" }) => [name, values[name] ?? fallback]),
      ),
    },
    baseFields,
  );
  if ("wrong" in appUrl && baseFields.some(({ name }) => name === appUrl.wrong))
    return rejectForm([
      {
        field: appUrl.wrong,
        message: "This can't stand in the app's address: letters, digits and hyphens can",
      },
    ]);

  const begunLink = await deps.store.startLink({
    link: activeLink.linkDigest,
    browser: await digestSecret(browser),
    connection: link.connection ?? newConnectionId(),
    isSpent: false,
    expires: link.expires,
  });
  if (begunLink.isSpent || begunLink.browser !== (await digestSecret(browser)))
    return { outcome: "other_browser" };
  const stored =
    (await deps.store.find(begunLink.connection)) ??
    (await addConnection(deps, activeLink, begunLink.connection));
  const { connection } = stored;

  try {
    if (method.type === "oauth2" || method.type === "mcp_oauth") {
      const server =
        method.type === "mcp_oauth"
          ? await discoverServer(
              { outbound: deps.outboundFor(app.record.base) },
              "url" in appUrl ? appUrl.url : app.record.base,
              app.record.name,
            )
          : undefined;
      const client = await resolveClient(deps, app, link.account, method, {
        entered: { ...plain, ...secret },
        server,
      });
      const scopes = resolveScopes(
        method,
        link.scopes ?? connection.asked ?? server?.scopes,
        plain,
      );
      return await redirectToSignIn(
        deps,
        activeLink,
        begunLink.connection,
        {
          token: activeLink.token,
          method: method.id,
          client,
          fields: plain,
          secret,
          server,
          scopes,
        },
        method,
      );
    }
    const secrets: ConnectionSecrets =
      method.type === "oauth2_cc" ? await requestClientCredentials() : { values: secret };
    return await activateConnection(secrets);

    async function requestClientCredentials(): Promise<
      ConnectionSecrets & { readonly set: ReturnType<typeof changesFromTokens> }
    > {
      const client = await resolveClient(deps, app, link.account, method, {
        entered: { ...plain, ...secret },
      });
      const { token, server } = resolveOAuthEndpoints(
        { fields: plain },
        method,
        client,
        baseFields,
      );
      const scopes = resolveScopes(method, link.scopes ?? connection.asked, plain);
      const tokenReply = await requestTokens(deps, token, client, {
        grant_type: "client_credentials",
        scope: scopes.length > 0 ? scopes.join(server.scopeSeparator ?? " ") : undefined,
        ...server.tokenParams,
      });
      if ("refused" in tokenReply)
        throw new Problem(
          "provider_unavailable",
          `${app.record.name} refused (${tokenReply.refused.error})${tokenReply.refused.description ? `: ${tokenReply.refused.description}` : "."}`,
        );
      const { accessToken, scopes: grantedScopes } = tokenReply.tokens;
      const { client_id: _, client_secret: __, ...rest } = secret;
      return {
        values: { ...rest, access_token: accessToken },
        client,
        set: {
          ...changesFromTokens(tokenReply.tokens, deps.now(), stored),
          scopes: grantedScopes ?? scopes,
        },
      };
    }
  } catch (error) {
    if (error instanceof Problem && error.code !== "storage_unavailable" && error.status !== 500)
      return rejectForm(
        [],
        [
          error.message,
          error.code === "app_not_configured"
            ? "The person who runs this service has to register one."
            : undefined,
        ]
          .filter(Boolean)
          .join(" "),
      );
    throw error;
  }

  async function activateConnection({
    set,
    ...secrets
  }: ConnectionSecrets & {
    readonly set?: ReturnType<typeof changesFromTokens>;
  }): Promise<ConnectFormResult> {
    const encrypted = await encryptSecrets(
      deps.vault,
      { ...connection, method: method.id, fields: plain, server: undefined },
      { ...secrets, own: app.record.isOwn && app.record.base },
    );
    const saved = await updateStored(deps, connection.id, ({ connection: { status } }) =>
      status === "revoked"
        ? undefined
        : {
            set: {
              ...CLEARED_ON_SIGN_IN,
              ...set,
              status: "active",
              method: method.id,
              fields: plain,
            },
            sealed: encrypted,
          },
    );
    if (!saved || saved.connection.status === "revoked") return { outcome: "other_browser" };
    await deps.store.consumeLink(activeLink.linkDigest);
    return { outcome: "connected", stored: saved };
  }
}

/** What a new sign-in does not take over from the one before. */
export const CLEARED_ON_SIGN_IN = {
  reason: undefined,
  failures: undefined,
  due: undefined,
  expires: undefined,
  refreshed: undefined,
  scopes: undefined,
  server: undefined,
  who: undefined,
} as const;

async function addConnection(
  deps: ConnectionDeps,
  { link, app }: ActiveLink,
  id: string,
): Promise<StoredConnection> {
  const { account, user, scopes, method } = link;
  const connection = await addPendingConnection(
    deps,
    { id, account, user, app: link.app, label: app.record.name, asked: scopes, method },
    link.expires,
  ).catch(async (error: unknown) => {
    const existing = await deps.store.find(id);
    if (!existing) throw error;
    return existing.connection;
  });
  return { connection, isDefault: false };
}

async function redirectToSignIn(
  deps: ConnectionDeps,
  activeLink: ActiveLink,
  connection: string,
  pending: PendingSignIn,
  method: AuthMethod,
): Promise<ConnectFormResult> {
  const endpoints = resolveOAuthEndpoints(
    { server: pending.server, fields: pending.fields },
    method,
    pending.client,
    activeLink.app.record.baseFields,
  );
  if (!endpoints.authorizationUrl)
    throw new Problem(
      "provider_unavailable",
      `Nothing is known of where to sign in at ${activeLink.app.record.name}.`,
    );
  const verifier = endpoints.server.pkce ? createVerifier() : undefined;
  const state = await newState(deps.vault, connection);
  const stateDigest = await digestSecret(state);
  const cookie = { name: signInCookieName(stateDigest), value: randomToken() };
  const encrypted = await deps.vault.encrypt(
    SERVICE_ACCOUNT,
    JSON.stringify({ ...pending, verifier } satisfies PendingSignIn),
    { id: stateDigest, field: "sign_in" },
  );
  await deps.store.addSignIn({
    state: stateDigest,
    connection,
    link: activeLink.linkDigest,
    browser: await digestSecret(cookie.value),
    sealed: encrypted,
    expires: activeLink.link.expires,
  });
  const url = buildAuthorizationUrl({
    authorizationUrl: endpoints.authorizationUrl,
    server: endpoints.server,
    clientId: pending.client.id,
    redirectUri: oauthCallbackUrl(deps.origin),
    scopes: pending.scopes,
    state,
    challenge: verifier && (await createChallenge(verifier)),
    resource: endpoints.resource,
  });
  return { outcome: "redirect", url, cookie };
}
