import { Problem } from "../../../http/problem.ts";
import { fillUrl } from "../../../lib/oauth/index.ts";
import {
  credentialFields,
  type FieldError,
  type FormValues,
  readCredentialForm,
  splitSecrets,
} from "../../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord } from "../../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { findContext } from "../context/find-context.ts";
import {
  addPendingConnection,
  type Changer,
  newConnectionId,
  unusedLabel,
} from "../stored-connection.ts";
import { activateConnection, type GrantedSecrets } from "./activate-connection.ts";
import { type ActiveLink, digestSecret, linkChanger, type MethodChoice } from "./connect-links.ts";
import { type ConnectStep, stepAfterConnecting } from "./connect-step.ts";
import { grantClientCredentials, testGranted, withReason } from "./entered-credentials.ts";
import { redirectToSignIn } from "./redirect-to-sign-in.ts";

/** A link must not serve to guess credentials. */
const MAX_TESTS = 20;

const TOO_MANY_TESTS =
  "Too many credentials were entered with this link. Request a new link where you got this one.";

interface ConnectFormSubmission {
  readonly choice: MethodChoice;
  readonly form: ReadonlyMap<string, string>;
  /** The value of the browser's cookie. */
  readonly browser: string;
  /** The network of the browser, for the audit log. */
  readonly network?: string | undefined;
}

/** Valid input of a connect form, and the connection that it is for. */
interface EnteredForm {
  readonly choice: MethodChoice;
  readonly by: Changer;
  readonly values: FormValues;
  readonly plain: FormValues;
  readonly secret: FormValues;
  readonly serverUrl: string;
  readonly stored: StoredConnection;
  /** Returns the form again, with why it was rejected. */
  rejectForm(errors: readonly FieldError[], refusal?: string): ConnectStep;
}

/**
 * Processes a submitted connect form: stores the entered credentials, or starts an OAuth sign-in.
 * Binds the link to the browser.
 */
export async function submitConnectForm(
  deps: ConnectionDeps,
  activeLink: ActiveLink,
  { choice, form, browser, network }: ConnectFormSubmission,
): Promise<ConnectStep> {
  const { link, app, creator } = activeLink;
  const { method } = choice;
  const by = linkChanger(link, creator, network);
  const fields = credentialFields(app.record, method);
  const { values, errors } = readCredentialForm(fields, form);
  const rejectForm = createRejection(activeLink, choice, fields, values);
  if (errors.length > 0) return rejectForm(errors);
  const { plain, secret } = splitSecrets(fields, method, values);
  const baseUrl = fillBaseUrl(app.record, plain, values);
  if ("invalidField" in baseUrl && fields.some(({ name }) => name === baseUrl.invalidField))
    return rejectForm([
      { field: baseUrl.invalidField, message: "Enter only letters, digits and hyphens" },
    ]);
  const stored = await startLink(deps, activeLink, browser, by);
  if (!stored) return otherBrowser(activeLink);
  const serverUrl = "url" in baseUrl ? baseUrl.url : app.record.base;
  const entered = { choice, by, values, plain, secret, serverUrl, stored, rejectForm };
  try {
    return method.type === "oauth2" || method.type === "mcp_oauth"
      ? await startSignIn(deps, activeLink, entered)
      : await storeCredentials(deps, activeLink, entered);
  } catch (error) {
    if (error instanceof Problem && error.code !== "storage_unavailable" && error.status !== 500)
      return rejectForm([], refusalMessage(error));
    throw error;
  }
}

const createRejection =
  (
    link: ActiveLink,
    choice: MethodChoice,
    fields: ReturnType<typeof credentialFields>,
    values: FormValues,
  ): EnteredForm["rejectForm"] =>
  (errors, refusal) => ({
    step: "form",
    link,
    choice,
    rejected: {
      values: Object.fromEntries(
        Object.entries(values).filter(
          ([name]) => !fields.find((field) => field.name === name)?.secret,
        ),
      ),
      errors,
      refusal,
    },
  });

const otherBrowser = ({ app }: Pick<ActiveLink, "app">): ConnectStep => ({
  step: "problem",
  problem: "other_browser",
  appName: app.record.name,
});

/** Binds a link to a browser. `undefined` if it is used up, or bound to another browser. */
async function startLink(
  deps: ConnectionDeps,
  activeLink: ActiveLink,
  browser: string,
  by: Changer,
): Promise<StoredConnection | undefined> {
  const { link, linkDigest } = activeLink;
  const browserDigest = await digestSecret(browser);
  const started = await deps.store.startLink({
    link: linkDigest,
    browser: browserDigest,
    connection: link.connection ?? newConnectionId(),
    isSpent: false,
    expires: link.expires,
  });
  if (started.isSpent || started.browser !== browserDigest) return undefined;
  return (
    (await deps.store.find(started.connection)) ??
    (await addConnection(deps, activeLink, started.connection, by))
  );
}

async function startSignIn(
  deps: ConnectionDeps,
  activeLink: ActiveLink,
  { choice: { method }, plain, secret, serverUrl, stored }: EnteredForm,
): Promise<ConnectStep> {
  const { link, app } = activeLink;
  const redirect = await redirectToSignIn(deps, activeLink, {
    connection: stored.connection.id,
    method,
    serverUrl,
    plain,
    secret,
    requestedScopes: link.scopes ?? stored.connection.asked,
  });
  return { step: "sign_in", app, ...redirect };
}

async function storeCredentials(
  deps: ConnectionDeps,
  { link, app, linkDigest }: ActiveLink,
  { choice: { method }, by, values, plain, secret, stored, rejectForm }: EnteredForm,
): Promise<ConnectStep> {
  if (!(await deps.store.countLinkTest(linkDigest, MAX_TESTS)))
    return rejectForm([], TOO_MANY_TESTS);
  const granted: GrantedSecrets =
    method.type === "oauth2_cc"
      ? await grantClientCredentials(deps, stored, {
          app,
          method,
          plain,
          secret,
          requestedScopes: link.scopes ?? stored.connection.asked,
        })
      : { secrets: { values: secret } };
  const { secrets } = granted;
  const found = await findContext(deps, stored, {
    app,
    method,
    fields: plain,
    secrets,
    sources: { credentials: values },
  });
  // A test knows better: some apps answer 401 to valid credentials that lack a permission.
  if (found?.rejection !== undefined && !app.record.test) return rejectForm([], found.rejection);
  const context = found?.context;
  const test = await testGranted(deps, stored, { app, method, fields: plain, context, granted });
  if (test?.outcome === "rejected") return rejectForm([], test.message);
  const saved = await activateConnection(deps, stored, {
    app,
    method,
    fields: plain,
    context,
    isNew: link.isNew,
    by,
    granted: test?.outcome === "untested" ? withReason(deps, granted, test.message) : granted,
  });
  // The connection was deleted meanwhile.
  if (!saved) return otherBrowser({ app });
  await deps.store.consumeLink(linkDigest);
  return stepAfterConnecting(app, saved, link.returnUrl);
}

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
  by: Changer,
): Promise<StoredConnection> {
  const { account, user, scopes, method } = link;
  const all = await deps.store.list(account, { user: user ?? null, app: link.app });
  const label = unusedLabel(app.record.name, all);
  const connection = await addPendingConnection(
    deps,
    { id, account, user, app: link.app, label, asked: scopes, method },
    { expires: link.expires, by },
  ).catch(async (error: unknown) => {
    const existing = await deps.store.find(id);
    if (!existing) throw error;
    return existing.connection;
  });
  return { connection, isDefault: false };
}
