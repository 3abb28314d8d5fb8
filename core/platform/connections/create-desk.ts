import type { ApiKey } from "../../ports/accounts.ts";
import type { AppRecord } from "../../ports/apps.ts";
import type { KeptConnection } from "../../ports/connections.ts";
import { Problem } from "../../problem.ts";
import { isFor } from "../access/permission.ts";
import type { Connected } from "../domain/connected.ts";
import { isConfigured, notConfigured } from "./clients.ts";
import type { Desk, LinkWanted } from "./desk.ts";
import { addPending, newConnectionId } from "./new-connection.ts";
import { callbackOf, change, type Office, reaching, timeOf } from "./office.ts";
import type { Renew } from "./renew.ts";
import { revokeAt } from "./revoke.ts";
import { areFor, openSecrets } from "./secrets.ts";
import { createUse } from "./use.ts";

/** Asks an app something harmless with a connection; says the status of its answer. */
export type Probe = (connected: Connected, app: AppRecord) => Promise<number | undefined>;

/** The connections of keys. */
export function createDesk(
  office: Office,
  renew: Renew,
  { probe }: { readonly probe?: Probe | undefined } = {},
): Desk {
  const { connections, safe, now } = office;
  const callback = callbackOf(office.origin);

  const find = async (key: ApiKey, id: string): Promise<KeptConnection> => {
    const kept = await connections.find(id);
    const isTheirs =
      kept &&
      kept.connection.account === key.account &&
      (key.user === undefined || kept.connection.user === key.user) &&
      isFor(key, kept.connection.app);
    if (!isTheirs || kept.connection.status === "revoked") throw notFound(id);
    return kept;
  };

  /** What is set, of one that is still there. */
  const set = async (id: string, next: Parameters<typeof change>[2]): Promise<KeptConnection> => {
    const kept = await change(office, id, (there) =>
      there.connection.status === "revoked" ? undefined : next(there),
    );
    if (!kept || kept.connection.status === "revoked") throw notFound(id);
    return kept;
  };

  const mustReturn = ({ returnUrl }: LinkWanted): void => {
    if (returnUrl === undefined || office.mayReturnTo(returnUrl)) return;
    throw new Problem("return_url_refused", `People may not be sent to ${originOf(returnUrl)}.`, {
      hint: "The person who runs this service lists the origins that they may be sent to in PLATFORM_RETURN_ORIGINS.",
      errors: [{ pointer: "/return_url", detail: "Its origin is not among those allowed." }],
    });
  };

  const mustOffer = async (
    key: ApiKey,
    app: { record: AppRecord; isOwn: boolean },
    wanted: string | undefined,
  ): Promise<void> => {
    const { record } = app;
    const offered = record.methods.filter(({ id }) => wanted === undefined || id === wanted);
    if (offered.length === 0) {
      const ids = record.methods.map(({ id }) => id);
      throw new Problem(
        "method_not_offered",
        ids.length === 0
          ? `Nothing is known of how ${record.name} is connected.`
          : `${record.name} can't be connected by ${wanted}: it can by ${ids.join(", ")}.`,
        { errors: [{ pointer: "/method", detail: "The app has no such way to be connected." }] },
      );
    }
    const ready = await Promise.all(
      offered.map((method) => isConfigured(office, app, key.account, method)),
    );
    if (!ready.includes(true)) throw notConfigured(app, offered[0], office.origin);
  };

  const isOwnApp = async (key: ApiKey, record: AppRecord) =>
    (await office.appOf(key.account, record.slug)).isOwn;

  const linkTo = async (
    key: ApiKey,
    { connection }: KeptConnection,
    { method, scopes, returnUrl }: LinkWanted,
  ): Promise<{ url: string; expires: number }> =>
    office.links.make({
      account: connection.account,
      user: connection.user,
      app: connection.app,
      connection: connection.id,
      method,
      scopes,
      returnUrl,
      key: key.id,
    });

  const mendingLink: Desk["mendingLink"] = async (key, kept) => {
    const { status } = kept.connection;
    if (
      !key.permissions.includes("connect") ||
      status === "active" ||
      status === "revoked" ||
      status === "disabled"
    )
      return undefined;
    return (await linkTo(key, kept, {})).url;
  };

  const desk: Omit<Desk, "use" | "renewed" | "reconnectUrl"> = {
    callback,
    mendingLink,
    find,
    isConfigured: (key, app, method) => isConfigured(office, app, key.account, method),

    async connect(key, record, wanted) {
      if (key.user !== undefined && wanted.user !== undefined && wanted.user !== key.user) {
        throw new Problem(
          "permission_denied",
          `The key ${key.name} connects for the user ${key.user} alone, not for ${wanted.user}.`,
          { hint: "Leave user out, or use a key that is bound to no user." },
        );
      }
      mustReturn(wanted);
      const app = { record, isOwn: await isOwnApp(key, record) };
      await mustOffer(key, app, wanted.method);
      mustBeScopes(wanted.scopes);
      const id = newConnectionId();
      const user = key.user ?? wanted.user;
      const link = await office.links.make({
        account: key.account,
        user,
        app: record.slug,
        connection: id,
        method: wanted.method,
        returnUrl: wanted.returnUrl,
        key: key.id,
      });
      const connection = await addPending(
        office,
        {
          id,
          account: key.account,
          user,
          app: record.slug,
          label: wanted.label ?? record.name,
          asked: wanted.scopes && [...wanted.scopes],
          method: wanted.method,
        },
        link.expires,
      );
      return {
        url: link.url,
        expires: timeOf(link.expires),
        kept: { connection, isDefault: false },
      };
    },

    async list(key, { app, user, status }) {
      if (key.user !== undefined && user !== undefined && user !== key.user) return [];
      const all = await connections.list(key.account, { user: key.user ?? user, app });
      return all.filter(
        ({ connection }) =>
          isFor(key, connection.app) && (status === undefined || connection.status === status),
      );
    },

    async update(key, id, { label, isDefault, isEnabled }) {
      const kept = await find(key, id);
      const { status } = kept.connection;
      if (isEnabled !== undefined && status !== "active" && status !== "disabled") {
        throw new Problem(
          "connection_inactive",
          `The connection ${id} is ${status}: only one that works can be switched off or on.`,
          { hint: "A person mends it with reconnectConnection." },
        );
      }
      if (isDefault) await connections.makeDefault(id);
      await set(id, ({ connection }) => ({
        set: {
          ...(label !== undefined && { label }),
          ...(isEnabled === false &&
            connection.status === "active" && {
              status: "disabled" as const,
              due: undefined,
              reason: { code: "switched_off", message: "It was switched off.", at: timeOf(now()) },
            }),
          ...(isEnabled === true &&
            connection.status === "disabled" && {
              status: "active" as const,
              reason: undefined,
              due: connection.expires && now(),
            }),
        } as Partial<typeof connection>,
      }));
      return find(key, id);
    },

    async remove(key, id) {
      const kept = await find(key, id);
      const secrets = await openSecrets(safe, kept).catch(() => undefined);
      const over = await change(office, id, ({ connection }) =>
        connection.status === "revoked"
          ? undefined
          : {
              set: {
                status: "revoked",
                reason: { code: "deleted", message: "It was deleted.", at: timeOf(now()) },
                due: undefined,
                who: undefined,
                fields: {},
                expires: undefined,
                failures: undefined,
              },
              sealed: null,
            },
      );
      if (secrets) void withdraw(kept, secrets).catch(office.fault);
      return over ?? kept;
    },

    async reconnect(key, id, wanted) {
      const kept = await find(key, id);
      mustReturn(wanted);
      const app = await office.appOf(key.account, kept.connection.app);
      await mustOffer(key, app, wanted.method ?? kept.connection.method);
      mustBeScopes(wanted.scopes);
      const at = wanted.scopes
        ? await set(id, () => ({ set: { asked: [...wanted.scopes!] } }))
        : kept;
      const { url, expires } = await linkTo(key, at, wanted);
      return { url, expires: timeOf(expires), kept: at };
    },

    async test(key, id) {
      const kept = await find(key, id);
      const { record } = await office.appOf(key.account, kept.connection.app);
      if (kept.connection.status !== "active")
        return {
          ok: false,
          tried: "opened",
          detail: kept.connection.reason?.message ?? `It is ${kept.connection.status}.`,
          kept,
        };
      const secrets = await openSecrets(safe, kept);
      const renewal = secrets?.client && (await renew(id, secrets.values["access_token"]));
      const after = (await connections.find(id)) ?? kept;
      if (renewal?.outcome === "renewed")
        return {
          ok: true,
          tried: "renewed",
          detail: `${record.name} has just renewed the sign-in.`,
          kept: after,
        };
      if (renewal?.outcome === "later")
        return { ok: false, tried: "renewed", detail: renewal.why, kept: after };
      if (renewal?.outcome === "inactive")
        return {
          ok: false,
          tried: "renewed",
          detail: after.connection.reason?.message ?? "It does not work any more.",
          kept: after,
        };
      const connected = probe && (await used.use(key, record, id));
      const status = connected && (await probe(connected, record));
      if (status !== undefined) {
        const ok = status !== 401 && status !== 403;
        return {
          ok,
          tried: "asked",
          detail: ok
            ? `${record.name} answered ${status} to a request made with it.`
            : `${record.name} refused a request made with it (${status}).`,
          kept: after,
        };
      }
      return {
        ok: true,
        tried: "opened",
        detail: `What is kept of it can be opened; whether it is still good, ${record.name} was not asked.`,
        kept: after,
      };
    },
  };

  const withdraw = async (
    { connection }: KeptConnection,
    secrets: Parameters<typeof revokeAt>[3],
  ): Promise<void> => {
    const { record } = await office.appOf(connection.account, connection.app);
    const method = record.methods.find(({ id }) => id === connection.method);
    if (method && areFor(secrets, record))
      await revokeAt(
        { ...reaching(office, record, connection), fault: office.fault },
        connection,
        method,
        secrets,
        record.baseFields,
      );
  };

  const used = createUse(office, renew, {
    mendingLink,
    async reconnectLink(key, id, more) {
      const kept = key.permissions.includes("connect") ? await connections.find(id) : undefined;
      const { scopes, asked } = kept?.connection ?? {};
      const before = scopes ?? asked;
      // Whoever signs in anew is to lose nothing; what is not known to have been asked for is the method's own.
      return (
        kept &&
        (
          await linkTo(key, kept, {
            scopes: more.length > 0 && before ? [...new Set([...before, ...more])] : undefined,
          })
        ).url
      );
    },
    async linkFor(key, app) {
      if (!key.permissions.includes("connect")) return undefined;
      return (
        await office.links.make({
          account: key.account,
          user: key.user,
          app: app.slug,
          key: key.id,
        })
      ).url;
    },
  });
  return { ...desk, ...used };
}

const notFound = (id: string) =>
  new Problem("connection_not_found", `There is no connection ${id.slice(0, 100)}.`, {
    hint: "GET /api/v1/connections (list_connections) lists them.",
  });

const originOf = (text: string): string => URL.parse(text)?.origin ?? text.slice(0, 100);

/** RFC 6749, section 3.3. */
function mustBeScopes(scopes: readonly string[] | undefined): void {
  const wrong =
    scopes?.findIndex((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/.test(scope)) ?? -1;
  if (wrong >= 0)
    throw new Problem(
      "invalid_input",
      `scopes/${wrong}: ${JSON.stringify(scopes![wrong]!.slice(0, 100))} is no scope: one is of visible ASCII letters, without spaces.`,
      {
        errors: [
          {
            pointer: `/scopes/${wrong}`,
            detail: "It is no scope: one is of visible ASCII letters, without spaces.",
          },
        ],
      },
    );
}
