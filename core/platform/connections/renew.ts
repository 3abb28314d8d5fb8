import type { AuthMethod } from "../../ports/apps.ts";
import type { Connection, KeptConnection, Reason } from "../../ports/connections.ts";
import { backoff, dueOf } from "../domain/oauth/renewal.ts";
import type { Tokens } from "../domain/oauth/token-reply.ts";
import { askForTokens } from "./ask.ts";
import { forgetRegistered, operatorClient } from "./clients.ts";
import { placeOf, scopesOf } from "./endpoint.ts";
import { createGate } from "./gate.ts";
import { type AppFound, change, type Office, reaching, timeOf } from "./office.ts";
import { revokeAt } from "./revoke.ts";
import { areFor, openSecrets, type Secrets, sealSecrets } from "./secrets.ts";

/** What came of renewing. */
export type Renewal =
  /** It has a token now that is not the stale one, whoever renewed it. */
  | { readonly outcome: "renewed"; readonly kept: KeptConnection; readonly secrets: Secrets }
  /** Nothing is known of the grant: what there is stays. */
  | {
      readonly outcome: "later";
      readonly kept: KeptConnection;
      readonly secrets: Secrets;
      readonly why: string;
    }
  /** There is nothing to renew it with. */
  | { readonly outcome: "not renewable"; readonly kept: KeptConnection; readonly secrets: Secrets }
  /** The app has refused the grant: it is expired, or was before. */
  | { readonly outcome: "inactive"; readonly kept: KeptConnection }
  | { readonly outcome: "gone" };

/** Renews a connection whose token is stale, once, however many ask, in however many processes. */
export type Renew = (id: string, stale: string | undefined) => Promise<Renewal>;

/** Longer than a token endpoint is waited for and the new token is stored. */
const LEASE_MILLISECONDS = 40_000;
const LOOK_MILLISECONDS = 60;
const MOST_AT_ONCE = 24;

/** Renews connections, each by one at a time, and no more than 24 at once. */
export function createRenew(office: Office): Renew {
  const begun = new Map<string, Promise<Renewal>>();
  const gate = createGate(MOST_AT_ONCE);
  return (id, stale) => {
    const key = `${id} ${stale}`;
    const known = begun.get(key);
    if (known) return known;
    const doing = gate(() => renewAlone(office, id, stale)).finally(() => begun.delete(key));
    begun.set(key, doing);
    return doing;
  };
}

async function renewAlone(office: Office, id: string, stale: string | undefined): Promise<Renewal> {
  const { connections, safe, now } = office;
  const holder = crypto.randomUUID();
  const patience = performance.now() + LEASE_MILLISECONDS + 5_000;
  for (;;) {
    const at = now();
    const leased = await connections.lease(id, { holder, now: at, until: at + LEASE_MILLISECONDS });
    // Whatever somebody else has stored meanwhile is what counts.
    const kept = leased ?? (await connections.find(id));
    const secrets = kept && (await openSecrets(safe, kept));
    try {
      if (!kept || kept.connection.status === "revoked") return { outcome: "gone" };
      if (!secrets || kept.connection.status !== "active") return { outcome: "inactive", kept };
      if (stale !== undefined && secrets.values["access_token"] !== stale)
        return { outcome: "renewed", kept, secrets };
      if (leased) return await renewLeased(office, { kept, secrets });
      if (performance.now() > patience)
        return {
          outcome: "later",
          kept,
          secrets,
          why: "Somebody else has been renewing it for a minute.",
        };
    } finally {
      if (leased) await connections.giveBack(id, holder).catch(office.fault);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS * (0.5 + Math.random())));
  }
}

async function renewLeased(
  office: Office,
  { kept, secrets }: { readonly kept: KeptConnection; readonly secrets: Secrets },
): Promise<Renewal> {
  const { connection } = kept;
  const app = await office.appOf(connection.account, connection.app);
  const method = app.record.methods.find(({ id }) => id === connection.method);
  const isGranted = method?.type === "oauth2_cc";
  if (
    !method ||
    !areFor(secrets, app.record) ||
    !secrets.client ||
    !(isGranted || secrets.refreshToken)
  )
    return { outcome: "not renewable", kept, secrets };

  const client = await clientNow(office, app, connection, secrets.client);
  const { refresh, token, server, resource } = placeOf(
    connection,
    method,
    client,
    app.record.baseFields,
  );
  const scopes = isGranted ? scopesOf(method, connection.asked, connection.fields) : [];
  const by = reaching(office, app.record, connection);
  const reply = isGranted
    ? await askForTokens(by, token, client, {
        grant_type: "client_credentials",
        scope: scopes.length > 0 ? scopes.join(server.scopeSeparator ?? " ") : undefined,
        ...server.tokenParams,
      })
    : await askForTokens(by, refresh, client, {
        grant_type: "refresh_token",
        ...server.refreshParams,
        refresh_token: secrets.refreshToken,
        resource,
      });

  if ("tokens" in reply)
    return store(office, { kept, secrets, method, record: app.record, tokens: reply.tokens });
  const { error, description, means } = reply.refused;
  const why = `${app.record.name} refused to renew the sign-in (${error})${description ? `: ${description}` : "."}`;
  if (means !== "grant") {
    if (means === "client" && client.from === "registered" && connection.server)
      await forgetRegistered(office, connection.server.issuer);
    return failed(office, {
      kept,
      secrets,
      why:
        means === "client"
          ? `${why} The OAuth client is to blame, not the person.`
          : `${app.record.name} did not renew the sign-in (${error})${description ? `: ${description}` : "."}`,
      retryAfter: reply.retryAfter,
    });
  }
  // Whoever was refused may only have been late: what is kept now decides.
  const after = await office.connections.find(connection.id);
  if (!after) return { outcome: "gone" };
  if (after.sealed !== kept.sealed) {
    const newer = await openSecrets(office.safe, after);
    return newer
      ? { outcome: "renewed", kept: after, secrets: newer }
      : { outcome: "inactive", kept: after };
  }
  const expired = await expire(
    office,
    connection.id,
    { code: "grant_refused", message: why },
    { unless: ({ sealed }) => sealed !== kept.sealed },
  );
  return expired ? { outcome: "inactive", kept: expired } : { outcome: "gone" };
}

/** The operator's client may have a new secret since; another client than the one that the grant is for would not do. */
async function clientNow(
  office: Office,
  app: AppFound,
  { account }: Connection,
  used: NonNullable<Secrets["client"]>,
): Promise<NonNullable<Secrets["client"]>> {
  const own = used.from === "operator" ? await operatorClient(office, app, account) : undefined;
  return own?.id === used.id ? { ...used, secret: own.secret } : used;
}

/** Once the provider has given new tokens the old ones may be worth nothing: storing them is tried until it succeeds or the lease is over. */
async function store(
  office: Office,
  {
    kept,
    secrets,
    method,
    record,
    tokens,
  }: {
    readonly kept: KeptConnection;
    readonly secrets: Secrets;
    readonly method: AuthMethod;
    readonly record: AppFound["record"];
    readonly tokens: Tokens;
  },
): Promise<Renewal> {
  const { connection } = kept;
  const next: Secrets = {
    ...secrets,
    values: { ...secrets.values, access_token: tokens.accessToken },
    refreshToken: tokens.refreshToken ?? secrets.refreshToken,
  };
  const sealed = await sealSecrets(office.safe, connection, next);
  const set = grantedBy(tokens, office.now(), kept);
  const until = performance.now() + 15_000;
  for (;;) {
    try {
      const saved = await change(
        office,
        connection.id,
        ({ connection: { status }, sealed: there }) =>
          status === "revoked" || there !== kept.sealed
            ? undefined
            : { set: { ...set, scopes: tokens.scopes ?? connection.scopes, status }, sealed },
      );
      if (saved && saved.sealed === sealed)
        return { outcome: "renewed", kept: saved, secrets: next };
      // Deleted or signed in anew meanwhile: then nobody needs these.
      if (!saved || saved.connection.status === "revoked")
        await revokeAt(
          { ...reaching(office, record, connection), fault: office.fault },
          connection,
          method,
          next,
          record.baseFields,
        );
      const newer =
        saved && saved.connection.status === "active" && (await openSecrets(office.safe, saved));
      return newer ? { outcome: "renewed", kept: saved, secrets: newer } : { outcome: "gone" };
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** What new tokens say of a connection. */
export function grantedBy(
  tokens: Tokens,
  at: number,
  { connection, lastUsed }: Pick<KeptConnection, "connection" | "lastUsed">,
): Partial<Connection> {
  const times = {
    refreshed: timeOf(at),
    created: connection.created,
    expires: tokens.expiresIn === undefined ? undefined : timeOf(at + tokens.expiresIn * 1000),
  };
  const isUsed = at - Date.parse(lastUsed ?? connection.created) < 86_400_000;
  return {
    status: "active",
    reason: undefined,
    failures: undefined,
    refreshed: times.refreshed,
    expires: times.expires,
    due: dueOf(times, { isUsed }),
  };
}

async function failed(
  office: Office,
  {
    kept,
    secrets,
    why,
    retryAfter,
  }: {
    readonly kept: KeptConnection;
    readonly secrets: Secrets;
    readonly why: string;
    readonly retryAfter?: number | undefined;
  },
): Promise<Renewal> {
  const { now } = office;
  const saved = await change(
    office,
    kept.connection.id,
    ({ connection: { status, failures = 0, reason } }) =>
      status !== "active"
        ? undefined
        : {
            set: {
              failures: failures + 1,
              due: now() + backoff(failures + 1, retryAfter),
              reason: {
                code: "renewal_failing",
                message: why,
                at: reason?.code === "renewal_failing" ? reason.at : timeOf(now()),
              },
            },
          },
  );
  return saved ? { outcome: "later", kept: saved, secrets, why } : { outcome: "gone" };
}

/** Says of an active connection that it does not work any more; a person mends it. Its secrets stay, for what they may still be good for. */
export const expire = (
  office: Pick<Office, "connections" | "now">,
  id: string,
  reason: Omit<Reason, "at">,
  { unless = () => false }: { unless?(kept: KeptConnection): boolean } = {},
): Promise<KeptConnection | undefined> =>
  change(office, id, (kept) =>
    kept.connection.status !== "active" || unless(kept)
      ? undefined
      : {
          set: {
            status: "expired",
            reason: { ...reason, at: timeOf(office.now()) },
            due: undefined,
          },
        },
  );
