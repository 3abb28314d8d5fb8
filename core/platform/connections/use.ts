import { remember } from "../../domain/freshness.ts";
import type { ApiKey } from "../../ports/accounts.ts";
import type { AppRecord } from "../../ports/apps.ts";
import type { KeptConnection } from "../../ports/connections.ts";
import { Problem } from "../../problem.ts";
import type { Connected } from "../domain/connected.ts";
import type { Desk } from "./desk.ts";
import { justOpened } from "./just-opened.ts";
import { type Office, timeOf } from "./office.ts";
import { expire, type Renew } from "./renew.ts";
import { areFor, connectedOf, openSecrets, type Secrets } from "./secrets.ts";

/** A token is renewed before it is sent when it has no longer than this. */
const NEARLY_OVER = 30_000;
const TOUCHED_MILLISECONDS = 60_000;
const MOST_TOUCHED = 50_000;

/** The links that mend what keeps a tool from being run; none where the key may not connect. */
interface UseLinks {
  linkFor(key: ApiKey, app: AppRecord): Promise<string | undefined>;
  readonly mendingLink: Desk["mendingLink"];
  /** Of one that works, but allows too little. */
  reconnectLink(key: ApiKey, id: string, more: readonly string[]): Promise<string | undefined>;
}

/** Opens connections for running tools. */
export function createUse(
  office: Office,
  renew: Renew,
  { linkFor, mendingLink, reconnectLink }: UseLinks,
): Pick<Desk, "use" | "renewed" | "reconnectUrl"> {
  const { connections, safe, now } = office;
  const touched = new Map<string, number>();
  const opener = justOpened((kept) => openSecrets(safe, kept));
  // By what was given out: whose it was, for the link that mends it.
  const givenTo = new WeakMap<Connected, { readonly key: ApiKey; readonly app: AppRecord }>();

  const inactive = async (key: ApiKey, app: AppRecord, kept: KeptConnection): Promise<Problem> => {
    const { id, label, status, reason } = kept.connection;
    const url = await mendingLink(key, kept);
    const why =
      status === "disabled"
        ? "is switched off"
        : status === "pending"
          ? "waits for a person"
          : "does not work any more";
    return new Problem(
      "connection_inactive",
      `The connection ${label} (${id}) to ${app.name} ${why}${reason ? `: ${reason.message}` : "."}`,
      {
        hint:
          status === "disabled"
            ? "Switch it on again with updateConnection."
            : url
              ? "Give the person reconnect_url: they sign in there, and the same connection works again."
              : `Ask for a link with a key that may connect: reconnectConnection ${id}.`,
        mending: { ...(url && status !== "disabled" && { reconnect_url: url }) },
      },
    );
  };

  const chosen = async (
    key: ApiKey,
    app: AppRecord,
    wanted: string | undefined,
  ): Promise<KeptConnection | undefined> => {
    const byId = wanted?.startsWith("conn_") ? await connections.find(wanted) : undefined;
    const isTheirs =
      byId &&
      byId.connection.account === key.account &&
      byId.connection.app === app.slug &&
      (key.user === undefined || byId.connection.user === key.user);
    const all = isTheirs
      ? [byId]
      : await connections.list(key.account, {
          user: wanted !== undefined && key.user === undefined ? undefined : (key.user ?? null),
          app: app.slug,
        });
    const there = all.filter(
      ({ connection: { status } }) =>
        status === "active" || status === "expired" || status === "disabled",
    );
    const works = ({ connection }: KeptConnection) => connection.status === "active";
    if (wanted !== undefined) {
      const named = there.filter(
        ({ connection: { id, label } }) => id === wanted || label === wanted,
      );
      // One that nobody has finished is known by its id alone: its label is often that of another.
      const one =
        named[0] ??
        all.find(({ connection: { id, status } }) => id === wanted && status !== "revoked");
      if (!one)
        throw new Problem(
          "connection_not_found",
          `There is no connection ${wanted.slice(0, 100)} to ${app.name}.`,
          {
            hint: "GET /api/v1/connections (list_connections) lists them, with their ids and labels.",
          },
        );
      if (named.length > 1) throw ambiguous(app, named);
      if (!works(one)) throw await inactive(key, app, one);
      return one;
    }
    const active = there.filter(works);
    const preferred = there.find(({ isDefault }) => isDefault);
    if (preferred && !works(preferred)) throw await inactive(key, app, preferred);
    if (preferred ?? active.length === 1) return preferred ?? active[0];
    if (active.length > 1) throw ambiguous(app, active);
    if (there.length > 0) throw await inactive(key, app, there[0]!);
    return undefined;
  };

  const touch = ({ connection: { id } }: KeptConnection) => {
    const at = now();
    if (at - (touched.get(id) ?? 0) < TOUCHED_MILLISECONDS) return;
    remember(touched, id, at, MOST_TOUCHED);
    connections.touch(id, timeOf(at)).catch(office.fault);
  };

  // By the secrets, which are the same as long as they were just opened.
  const given = new WeakMap<
    Secrets,
    {
      readonly key: ApiKey;
      readonly app: AppRecord;
      readonly version: number;
      readonly connected: Connected;
    }
  >();

  const opened = (
    key: ApiKey,
    app: AppRecord,
    { connection }: KeptConnection,
    secrets: Secrets,
  ): Connected => {
    const before = secrets === NOTHING ? undefined : given.get(secrets);
    if (before && before.key === key && before.app === app && before.version === connection.version)
      return before.connected;
    const method = app.methods.find(({ id }) => id === connection.method);
    if (!method)
      throw new Problem(
        "connection_inactive",
        `${app.name} can't be connected by ${connection.method} any more.`,
        { hint: `Reconnect ${connection.id} in another way.` },
      );
    const connected = connectedOf(connection, method, secrets);
    givenTo.set(connected, { key, app });
    if (secrets !== NOTHING)
      given.set(secrets, { key, app, version: connection.version, connected });
    return connected;
  };

  return {
    async use(key, app, wanted) {
      const kept = await chosen(key, app, wanted);
      if (!kept) {
        const open = app.methods.find(({ type }) => type === "none");
        if (open && !app.baseFields.some(({ required }) => required))
          return { id: "none", method: open, fields: {}, secrets: {} };
        const url = await linkFor(key, app);
        throw new Problem(
          "connection_required",
          `${app.name} is not connected${key.user === undefined ? "" : ` for the user ${key.user}`}.`,
          {
            hint: url
              ? "Give the person connect_url: they sign in there, and the tool can be run."
              : "Ask for a link with a key that may connect: connectApp.",
            mending: { ...(url && { connect_url: url }) },
          },
        );
      }
      touch(kept);
      const secrets = (await opener(kept)) ?? NOTHING;
      if (!areFor(secrets, app))
        throw new Problem(
          "connection_inactive",
          `The connection ${kept.connection.id} was made with another app that is called ${app.slug} too: what was given to that one is not sent to this.`,
          {
            hint: "Connect this app anew, or remove the one that was added (npm run apps -- remove) or add it under another name (--as).",
          },
        );
      const { id, expires } = kept.connection;
      if (expires === undefined || Date.parse(expires) - now() > NEARLY_OVER)
        return opened(key, app, kept, secrets);
      const renewal = await renew(id, secrets.values["access_token"]);
      if (renewal.outcome === "renewed") return opened(key, app, renewal.kept, renewal.secrets);
      const isOver = Date.parse(expires) <= now();
      if (renewal.outcome === "not renewable" && isOver) {
        const expired = await expire(office, id, {
          code: "not_renewable",
          message: `The sign-in at ${app.name} is over, and it gave nothing to renew it with.`,
        });
        throw await inactive(key, app, expired ?? kept);
      }
      if ((renewal.outcome === "later" || renewal.outcome === "not renewable") && !isOver)
        return opened(key, app, kept, secrets);
      if (renewal.outcome === "later")
        throw new Problem("provider_unavailable", renewal.why, {
          hint: "Try again in a little while.",
        });
      throw await inactive(key, app, renewal.outcome === "inactive" ? renewal.kept : kept);
    },

    async reconnectUrl(connected, more) {
      const given = givenTo.get(connected);
      return given && reconnectLink(given.key, connected.id, more);
    },

    async renewed(connected) {
      const given = givenTo.get(connected);
      const stale = connected.secrets["access_token"];
      if (!given || stale === undefined || connected.method.type === "bearer") return connected;
      const { key, app } = given;
      const renewal = await renew(connected.id, stale);
      if (renewal.outcome === "renewed") return opened(key, app, renewal.kept, renewal.secrets);
      if (renewal.outcome === "later") return connected;
      if (renewal.outcome === "not renewable") {
        const expired = await expire(
          office,
          connected.id,
          {
            code: "refused_by_app",
            message: `${app.name} does not accept the sign-in any more (401), and gave nothing to renew it with.`,
          },
          { unless: ({ sealed }) => sealed !== renewal.kept.sealed },
        );
        throw await inactive(key, app, expired ?? renewal.kept);
      }
      const kept =
        renewal.outcome === "inactive" ? renewal.kept : await connections.find(connected.id);
      if (!kept || kept.connection.status === "revoked")
        throw new Problem(
          "connection_not_found",
          `The connection ${connected.id} was deleted meanwhile.`,
        );
      throw await inactive(key, app, kept);
    },
  };
}

const NOTHING: Secrets = { values: {} };

const ambiguous = (app: AppRecord, those: readonly KeptConnection[]): Problem =>
  new Problem(
    "connection_ambiguous",
    `${those.length} connections to ${app.name} would do: ${those
      .map(({ connection: { label, id } }) => `${label} (${id})`)
      .slice(0, 10)
      .join(", ")}.`,
    {
      hint: "Send the id or the label of one as connection, or make one the default with updateConnection.",
      mending: {
        candidates: those.slice(0, 20).map(({ connection: { id, label, who } }) => {
          const account = who?.email ?? who?.name ?? who?.id;
          return { id, label, ...(account && { account }) };
        }),
      },
    },
  );
