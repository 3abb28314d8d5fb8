import { Problem } from "../../../http/problem.ts";
import { setRecent } from "../../../lib/kit/freshness.ts";
import { fillUrl, requestClientCredentials, resolveScopes } from "../../../lib/oauth/index.ts";
import {
  type AppRecord,
  type AuthMethod,
  credentialFields,
  type FieldError,
  type FormValues,
  readCredentialForm,
  splitSecrets,
} from "../../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../../ports/connection-store.ts";
import type { ConnectionDeps, ResolvedApp } from "../connection-service.ts";
import type { CredentialTestResult } from "../credential-test.ts";
import { toConnected, withoutClient } from "../secrets.ts";
import {
  addPendingConnection,
  changesFromTokens,
  isoTime,
  newConnectionId,
  unusedLabel,
} from "../stored-connection.ts";
import { activateConnection, type GrantedSecrets } from "./complete-sign-in.ts";
import { type ActiveLink, digestSecret, type MethodChoice } from "./connect-links.ts";
import { requireEndpoints, resolveClient } from "./oauth-clients.ts";
import { redirectToSignIn, type SignInRedirect } from "./redirect-to-sign-in.ts";

/** The result of submitting the form of a connect page. */
export type ConnectFormResult =
  /** The form has errors, or the app rejected the credentials (`refusal`). */
  | {
      readonly outcome: "invalid";
      /** The entered values without secrets, for displaying the form again. */
      readonly values: FormValues;
      readonly errors: readonly FieldError[];
      readonly refusal?: string | undefined;
    }
  /** The browser has to go to the app. The cookie lets it complete the sign-in. */
  | ({ readonly outcome: "redirect" } & SignInRedirect)
  | { readonly outcome: "connected"; readonly stored: StoredConnection }
  /** Another browser started with the link, or the connection was deleted. */
  | { readonly outcome: "other_browser" };

/**
 * Processes a submitted connect form: stores the entered credentials, or starts an OAuth sign-in.
 * Binds the link to the browser. `browser` is the value of the browser's cookie.
 */
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
  const { link, app, linkDigest } = activeLink;
  const fields = credentialFields(app.record, method);
  const { values, errors } = readCredentialForm(fields, form);
  const rejectForm = (errors: readonly FieldError[], refusal?: string): ConnectFormResult => ({
    outcome: "invalid",
    values: Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => !fields.find((field) => field.name === name)?.secret,
      ),
    ),
    errors,
    refusal,
  });
  if (errors.length > 0) return rejectForm(errors);
  const { plain, secret } = splitSecrets(fields, method, values);
  const baseUrl = fillBaseUrl(app.record, plain, values);
  if (
    "invalidField" in baseUrl &&
    app.record.baseFields.some(({ name }) => name === baseUrl.invalidField)
  )
    return rejectForm([
      { field: baseUrl.invalidField, message: "Enter only letters, digits and hyphens" },
    ]);

  const browserDigest = await digestSecret(browser);
  const startedLink = await deps.store.startLink({
    link: linkDigest,
    browser: browserDigest,
    connection: link.connection ?? newConnectionId(),
    isSpent: false,
    expires: link.expires,
  });
  if (startedLink.isSpent || startedLink.browser !== browserDigest)
    return { outcome: "other_browser" };
  const stored =
    (await deps.store.find(startedLink.connection)) ??
    (await addConnection(deps, activeLink, startedLink.connection));
  const requestedScopes = link.scopes ?? stored.connection.asked;

  try {
    if (method.type === "oauth2" || method.type === "mcp_oauth") {
      const redirect = await redirectToSignIn(deps, activeLink, {
        connection: startedLink.connection,
        method,
        serverUrl: "url" in baseUrl ? baseUrl.url : app.record.base,
        plain,
        secret,
        requestedScopes,
      });
      return { outcome: "redirect", ...redirect };
    }
    const granted: GrantedSecrets =
      method.type === "oauth2_cc"
        ? await grantClientCredentials(deps, stored, {
            app,
            method,
            plain,
            secret,
            requestedScopes,
          })
        : { secrets: { values: secret } };
    if (!allowTest(linkDigest))
      return rejectForm(
        [],
        "Too many credentials were entered with this link. Request a new link where you got this one.",
      );
    const test = await testGranted(deps, stored, { app, method, fields: plain, granted });
    if (test?.outcome === "rejected") return rejectForm([], test.message);
    const saved = await activateConnection(deps, stored, {
      app,
      method,
      fields: plain,
      isNew: link.isNew,
      granted: test?.outcome === "untested" ? withReason(deps, granted, test.message) : granted,
    });
    if (!saved) return { outcome: "other_browser" };
    await deps.store.consumeLink(linkDigest);
    return { outcome: "connected", stored: saved };
  } catch (error) {
    if (error instanceof Problem && error.code !== "storage_unavailable" && error.status !== 500)
      return rejectForm([], refusalMessage(error));
    throw error;
  }
}

/** The number of tests by link. A link must not serve to guess credentials. */
const testCounts = new Map<string, number>();
const MAX_TESTS = 20;
const MAX_LINKS = 10_000;

function allowTest(linkDigest: string): boolean {
  const count = testCounts.get(linkDigest) ?? 0;
  setRecent(testCounts, linkDigest, count + 1, MAX_LINKS);
  return count < MAX_TESTS;
}

/**
 * Tests entered credentials. `undefined` if there is nothing to test: the app has already issued a
 * token, or requires no credentials.
 */
async function testGranted(
  deps: ConnectionDeps,
  { connection }: StoredConnection,
  {
    app,
    method,
    fields,
    granted: { secrets },
  }: {
    readonly app: ResolvedApp;
    readonly method: AuthMethod;
    readonly fields: FormValues;
    readonly granted: GrantedSecrets;
  },
): Promise<CredentialTestResult | undefined> {
  if (method.type === "oauth2_cc" || method.type === "none") return undefined;
  const connected = toConnected({ ...connection, fields, scopes: undefined }, method, secrets);
  return deps.testCredentials(connection.account, app, connected);
}

/** Records that an active connection was not tested. */
const withReason = (
  { now }: Pick<ConnectionDeps, "now">,
  granted: GrantedSecrets,
  message: string,
): GrantedSecrets => ({
  ...granted,
  changes: {
    ...granted.changes,
    reason: { code: "not_tested", message, at: isoTime(now()) },
  },
});

const fillBaseUrl = (
  { base, baseFields }: AppRecord,
  plain: FormValues,
  values: FormValues,
): ReturnType<typeof fillUrl> =>
  fillUrl(
    base,
    {
      ...plain,
      ...Object.fromEntries(
        baseFields.map(({ name, fallback = "" }) => [name, values[name] ?? fallback]),
      ),
    },
    baseFields,
  );

/** Returns the text for the user. The hint of "app_not_configured" is for the operator. */
const refusalMessage = ({ code, message }: Problem): string =>
  code === "app_not_configured"
    ? `${message} Ask the operator of this service to register one.`
    : message;

async function addConnection(
  deps: ConnectionDeps,
  { link, app }: ActiveLink,
  id: string,
): Promise<StoredConnection> {
  const { account, user, scopes, method } = link;
  const all = await deps.store.list(account, { user: user ?? null, app: link.app });
  const label = unusedLabel(app.record.name, all);
  const connection = await addPendingConnection(
    deps,
    { id, account, user, app: link.app, label, asked: scopes, method },
    link.expires,
  ).catch(async (error: unknown) => {
    const existing = await deps.store.find(id);
    if (!existing) throw error;
    return existing.connection;
  });
  return { connection, isDefault: false };
}

/**
 * Requests a token with the entered client credentials (RFC 6749, section 4.4). Rejects with the
 * `Problem` "provider_unavailable" if the app rejects them.
 */
async function grantClientCredentials(
  deps: ConnectionDeps,
  stored: StoredConnection,
  {
    app,
    method,
    plain,
    secret,
    requestedScopes,
  }: {
    readonly app: ResolvedApp;
    readonly method: AuthMethod;
    readonly plain: FormValues;
    readonly secret: FormValues;
    readonly requestedScopes: readonly string[] | undefined;
  },
): Promise<GrantedSecrets> {
  const { name, baseFields } = app.record;
  const client = await resolveClient(deps, app, stored.connection.account, method, {
    entered: { ...plain, ...secret },
  });
  const endpoints = requireEndpoints({ method, fields: plain, client, baseFields });
  const scopes = resolveScopes(method, requestedScopes, plain);
  const response = await requestClientCredentials(deps.fetch, endpoints, client, scopes);
  if ("refused" in response) {
    const { error, description } = response.refused;
    throw new Problem(
      "provider_unavailable",
      `${name} rejected the credentials (${error})${description ? `: ${description}` : "."}`,
    );
  }
  const { tokens } = response;
  return {
    secrets: {
      values: { ...withoutClient(secret), access_token: tokens.accessToken },
      client,
    },
    changes: {
      ...changesFromTokens(tokens, deps.now(), stored),
      scopes: tokens.scopes ?? scopes,
    },
  };
}
