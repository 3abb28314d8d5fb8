import type { AuthMethod } from "../../ports/apps.ts";
import type { Connections, FoundServer } from "../../ports/connections.ts";
import { Problem } from "../../problem.ts";
import { type Registered, readRegistered, registrationOf } from "../domain/oauth/discovery.ts";
import { fetchJson } from "./ask.ts";
import { type AppFound, callbackOf, type Office } from "./office.ts";
import { type Safe, SERVICE } from "./safe.ts";
import type { ClientUsed } from "./secrets.ts";

/** An OAuth client that the operator has registered at an app. */
export interface OwnClient {
  readonly id: string;
  readonly secret?: string | undefined;
}

/** By which a client is kept: an app that an account added never gets the client of the catalogue's app of that name. */
export const clientKey = (slug: string, owner?: string): string =>
  owner === undefined ? slug : `${owner}/${slug}`;

const contextOf = (key: string) => ({ id: key, field: "oauth_client" });

/** Keeps the operator's client for an app, sealed. */
export const keepClient = async (
  connections: Connections,
  safe: Safe,
  key: string,
  client: OwnClient,
): Promise<void> =>
  connections.putClient(key, await safe.seal(SERVICE, JSON.stringify(client), contextOf(key)));

/** The operator's client for an app. */
export async function operatorClient(
  { connections, safe }: Pick<Office, "connections" | "safe">,
  { record, isOwn }: AppFound,
  account: string,
): Promise<OwnClient | undefined> {
  const key = clientKey(record.slug, isOwn ? account : undefined);
  const kept = await connections.client(key);
  return kept === undefined
    ? undefined
    : (JSON.parse(await safe.open(SERVICE, kept, contextOf(key))) as OwnClient);
}

/** Whether a method asks for the person's own OAuth client. */
export const asksForClient = ({ fields }: AuthMethod): boolean =>
  fields.some(({ name }) => name === "client_id");

/** Whether a method can be used as things stand: of OAuth with a code, whether there is a client. */
export async function isConfigured(
  office: Pick<Office, "connections">,
  { record, isOwn }: AppFound,
  account: string,
  method: AuthMethod,
): Promise<boolean> {
  if ((method.type !== "oauth2" && method.type !== "oauth2_cc") || asksForClient(method))
    return true;
  return (
    (await office.connections.client(clientKey(record.slug, isOwn ? account : undefined))) !==
    undefined
  );
}

/** The client to use: the person's own, the operator's, or one that registers by itself. Throws the `Problem` "app_not_configured". */
export async function clientFor(
  office: Office,
  app: AppFound,
  account: string,
  method: AuthMethod,
  {
    entered,
    server,
  }: {
    readonly entered: Readonly<Record<string, string>>;
    readonly server?: FoundServer | undefined;
  },
): Promise<ClientUsed> {
  const auth = method.oauth?.clientAuth ?? "body";
  if (entered["client_id"])
    return {
      id: entered["client_id"],
      secret: entered["client_secret"] || undefined,
      auth,
      from: "entered",
    };
  const own = await operatorClient(office, app, account);
  if (own) return { ...own, auth: server ? authOf(server) : auth, from: "operator" };
  if (server) return registered(office, app, server);
  throw notConfigured(app, method, office.origin);
}

const authOf = ({ clientAuth }: FoundServer): "basic" | "body" =>
  !clientAuth || clientAuth.includes("client_secret_basic") ? "basic" : "body";

/** The client that was registered at a server; it registers where there is none, or its secret has run out. */
async function registered(office: Office, app: AppFound, server: FoundServer): Promise<ClientUsed> {
  const { connections, safe, origin, now } = office;
  const redirectUri = callbackOf(origin);
  const context = { id: server.issuer, field: "registration" };
  const used = ({ id, secret, auth }: Registered): ClientUsed => ({
    id,
    secret,
    auth,
    from: "registered",
  });
  const kept = await connections.registration(server.issuer);
  if (kept !== undefined) {
    const client = JSON.parse(await safe.open(SERVICE, kept, context)) as Registered;
    const isOver =
      client.secretExpires !== undefined && client.secretExpires * 1000 <= now() + 60_000;
    if (client.redirectUri === redirectUri && !isOver) return used(client);
    await connections.forgetRegistration(server.issuer, kept);
  }
  if (!server.registrationUrl) throw notConfigured(app, undefined, origin);
  const asking = registrationOf({ origin, redirectUri, clientAuth: server.clientAuth });
  const answer = await fetchJson(
    { outbound: office.outboundFor(app.record.base) },
    server.registrationUrl,
    { body: asking },
  );
  const client =
    answer && answer.status < 300
      ? readRegistered(answer.value, { redirectUri, asked: asking.token_endpoint_auth_method })
      : undefined;
  if (!client) {
    throw new Problem(
      "provider_unavailable",
      `${app.record.name} gave no OAuth client to this service${answer ? ` (it answered ${answer.status})` : ": it could not be reached"}.`,
      { hint: "Try again in a little while." },
    );
  }
  // Another may have registered meanwhile: that one is used by all.
  return used(
    JSON.parse(
      await safe.open(
        SERVICE,
        await connections.addRegistration(
          server.issuer,
          await safe.seal(SERVICE, JSON.stringify(client), context),
        ),
        context,
      ),
    ) as Registered,
  );
}

/** Forgets a client that its server knows no more, so that the next sign-in registers anew. */
export async function forgetRegistered(
  { connections }: Pick<Office, "connections">,
  issuer: string,
): Promise<void> {
  const kept = await connections.registration(issuer);
  if (kept !== undefined) await connections.forgetRegistration(issuer, kept);
}

/** What to do about an app whose OAuth has no client yet. */
export const notConfigured = (
  { record, isOwn }: AppFound,
  method: AuthMethod | undefined,
  origin: string,
): Problem =>
  new Problem("app_not_configured", `${record.name} has no OAuth client here yet.`, {
    hint: `The person who runs this service registers one${method?.setupUrl ? ` at ${method.setupUrl}` : ` at ${record.name}`}, with the redirect address ${callbackOf(origin)}, and gives it here: npm run apps -- configure ${record.slug}${isOwn ? " --own" : ""} --client-id <id> (the secret is read from the input).`,
  });
