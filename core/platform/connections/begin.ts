import type { AuthMethod } from "../../ports/apps.ts";
import type { FoundServer, KeptConnection } from "../../ports/connections.ts";
import { Problem } from "../../problem.ts";
import { filled } from "../domain/oauth/address.ts";
import { authorizationAddress } from "../domain/oauth/authorize.ts";
import { challengeOf, newVerifier } from "../domain/oauth/pkce.ts";
import { randomText } from "../domain/seal/bytes.ts";
import { askForTokens } from "./ask.ts";
import { clientFor } from "./clients.ts";
import { discover } from "./discover.ts";
import { placeOf, scopesOf } from "./endpoint.ts";
import { type EntryError, entriesOf, readEntries, sorted, type Typed } from "./entry.ts";
import { digestOf, newState } from "./links.ts";
import { addPending, newConnectionId } from "./new-connection.ts";
import { callbackOf, change, type Office } from "./office.ts";
import { grantedBy } from "./renew.ts";
import { SERVICE } from "./safe.ts";
import { type ClientUsed, type Secrets, sealSecrets } from "./secrets.ts";
import type { Choice, OpenVisit } from "./visit.ts";

/** What came of sending the form of a link's page. */
export type Begun =
  /** Something typed needs another look, or the app did not accept it. */
  | {
      readonly outcome: "again";
      readonly typed: Typed;
      readonly errors: readonly EntryError[];
      readonly refusal?: string | undefined;
    }
  /** On to the app, with a cookie for the way back. */
  | {
      readonly outcome: "away";
      readonly url: string;
      readonly cookie: { readonly name: string; readonly value: string };
    }
  | { readonly outcome: "connected"; readonly kept: KeptConnection }
  /** Somebody else has begun with the link. */
  | { readonly outcome: "elsewhere" };

/** What finishing a sign-in needs. */
export interface Parked {
  readonly token: string;
  readonly method: string;
  readonly verifier?: string | undefined;
  readonly client: ClientUsed;
  readonly fields: Typed;
  readonly secret: Typed;
  readonly server?: FoundServer | undefined;
  readonly scopes: readonly string[];
}

/** The name of the cookie that a sign-in is bound to a browser with, by the digest of its state. */
export const cookieOf = (stateDigest: string): string => `jf_signin_${stateDigest.slice(0, 12)}`;

/** Carries out what a person sent with a link's form. */
export async function begin(
  office: Office,
  visit: OpenVisit,
  {
    choice: { method },
    form,
    browser,
  }: {
    readonly choice: Choice;
    readonly form: ReadonlyMap<string, string>;
    readonly browser: string;
  },
): Promise<Begun> {
  const { link, app } = visit;
  const entries = entriesOf(app.record, method);
  const { typed, errors } = readEntries(entries, form);
  const shown = Object.fromEntries(
    Object.entries(typed).filter(([name]) => !entries.find((field) => field.name === name)?.secret),
  );
  const again = (errors: readonly EntryError[], refusal?: string): Begun => ({
    outcome: "again",
    typed: shown,
    errors,
    refusal,
  });
  if (errors.length > 0) return again(errors);
  const { open, secret } = sorted(entries, method, typed);
  const { baseFields } = app.record;
  const address = filled(
    app.record.base,
    {
      ...open,
      ...Object.fromEntries(
        baseFields.map(({ name, fallback = "" }) => [name, typed[name] ?? fallback]),
      ),
    },
    baseFields,
  );
  if ("wrong" in address && baseFields.some(({ name }) => name === address.wrong))
    return again([
      {
        field: address.wrong,
        message: "This can't stand in the app's address: letters, digits and hyphens can",
      },
    ]);

  const begun = await office.connections.beginLink({
    link: visit.linkDigest,
    browser: await digestOf(browser),
    connection: link.connection ?? newConnectionId(),
    isSpent: false,
    expires: link.expires,
  });
  if (begun.isSpent || begun.browser !== (await digestOf(browser))) return { outcome: "elsewhere" };
  const kept =
    (await office.connections.find(begun.connection)) ??
    (await added(office, visit, begun.connection));
  const { connection } = kept;

  try {
    if (method.type === "oauth2" || method.type === "mcp_oauth") {
      const server =
        method.type === "mcp_oauth"
          ? await discover(
              { outbound: office.outboundFor(app.record.base) },
              "url" in address ? address.url : app.record.base,
              app.record.name,
            )
          : undefined;
      const client = await clientFor(office, app, link.account, method, {
        entered: { ...open, ...secret },
        server,
      });
      const scopes = scopesOf(method, link.scopes ?? connection.asked ?? server?.scopes, open);
      return await away(
        office,
        visit,
        begun.connection,
        { token: visit.token, method: method.id, client, fields: open, secret, server, scopes },
        method,
      );
    }
    const secrets: Secrets = method.type === "oauth2_cc" ? await granted() : { values: secret };
    return await finished(secrets);

    async function granted(): Promise<Secrets & { readonly set: ReturnType<typeof grantedBy> }> {
      const client = await clientFor(office, app, link.account, method, {
        entered: { ...open, ...secret },
      });
      const { token, server } = placeOf({ fields: open }, method, client, baseFields);
      const scopes = scopesOf(method, link.scopes ?? connection.asked, open);
      const reply = await askForTokens(office, token, client, {
        grant_type: "client_credentials",
        scope: scopes.length > 0 ? scopes.join(server.scopeSeparator ?? " ") : undefined,
        ...server.tokenParams,
      });
      if ("refused" in reply)
        throw new Problem(
          "provider_unavailable",
          `${app.record.name} refused (${reply.refused.error})${reply.refused.description ? `: ${reply.refused.description}` : "."}`,
        );
      const { accessToken, scopes: given } = reply.tokens;
      const { client_id: _, client_secret: __, ...rest } = secret;
      return {
        values: { ...rest, access_token: accessToken },
        client,
        set: { ...grantedBy(reply.tokens, office.now(), kept), scopes: given ?? scopes },
      };
    }
  } catch (error) {
    if (error instanceof Problem && error.code !== "storage_unavailable" && error.status !== 500)
      return again(
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

  async function finished({
    set,
    ...secrets
  }: Secrets & { readonly set?: ReturnType<typeof grantedBy> }): Promise<Begun> {
    const sealed = await sealSecrets(
      office.safe,
      { ...connection, method: method.id, fields: open, server: undefined },
      { ...secrets, own: app.record.isOwn && app.record.base },
    );
    const saved = await change(office, connection.id, ({ connection: { status } }) =>
      status === "revoked"
        ? undefined
        : {
            set: {
              ...NOTHING_OF_BEFORE,
              ...set,
              status: "active",
              method: method.id,
              fields: open,
            },
            sealed,
          },
    );
    if (!saved || saved.connection.status === "revoked") return { outcome: "elsewhere" };
    await office.connections.spendLink(visit.linkDigest);
    return { outcome: "connected", kept: saved };
  }
}

/** What a new sign-in does not take over from the one before. */
export const NOTHING_OF_BEFORE = {
  reason: undefined,
  failures: undefined,
  due: undefined,
  expires: undefined,
  refreshed: undefined,
  scopes: undefined,
  server: undefined,
  who: undefined,
} as const;

async function added(
  office: Office,
  { link, app }: OpenVisit,
  id: string,
): Promise<KeptConnection> {
  const { account, user, scopes, method } = link;
  const connection = await addPending(
    office,
    { id, account, user, app: link.app, label: app.record.name, asked: scopes, method },
    link.expires,
  ).catch(async (error: unknown) => {
    const there = await office.connections.find(id);
    if (!there) throw error;
    return there.connection;
  });
  return { connection, isDefault: false };
}

async function away(
  office: Office,
  visit: OpenVisit,
  connection: string,
  parked: Parked,
  method: AuthMethod,
): Promise<Begun> {
  const place = placeOf(
    { server: parked.server, fields: parked.fields },
    method,
    parked.client,
    visit.app.record.baseFields,
  );
  if (!place.authorizationUrl)
    throw new Problem(
      "provider_unavailable",
      `Nothing is known of where to sign in at ${visit.app.record.name}.`,
    );
  const verifier = place.server.pkce ? newVerifier() : undefined;
  const state = await newState(office.safe, connection);
  const stateDigest = await digestOf(state);
  const cookie = { name: cookieOf(stateDigest), value: randomText() };
  const sealed = await office.safe.seal(
    SERVICE,
    JSON.stringify({ ...parked, verifier } satisfies Parked),
    { id: stateDigest, field: "sign_in" },
  );
  await office.connections.addSignIn({
    state: stateDigest,
    connection,
    link: visit.linkDigest,
    browser: await digestOf(cookie.value),
    sealed,
    expires: visit.link.expires,
  });
  const url = authorizationAddress({
    authorizationUrl: place.authorizationUrl,
    server: place.server,
    clientId: parked.client.id,
    redirectUri: callbackOf(office.origin),
    scopes: parked.scopes,
    state,
    challenge: verifier && (await challengeOf(verifier)),
    resource: place.resource,
  });
  return { outcome: "away", url, cookie };
}
