import type { HttpRequest } from "../../../http/handler.ts";
import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import { randomId } from "../../../lib/kit/bytes/sortable-id.ts";
import { createShortCache } from "../../../lib/kit/net/short-cache.ts";
import type { AuditEntry } from "../../../ports/stores/audit-log.ts";
import type { Member, PeopleStore, Person } from "../../../ports/stores/people-store.ts";
import type { Session, SessionStore, SignInMethod } from "../../../ports/stores/session-store.ts";
import { parseCookies, serializeCookie } from "../../pages/cookies.ts";

/** The session of a request with its person and their role. */
export interface CurrentSession {
  readonly session: Session;
  readonly person: Person;
  readonly member: Member;
}

/** Creates, finds and ends sessions. */
export interface Sessions {
  /** Returns the session of a request's cookie. Undefined if it has none that is valid. */
  find(request: HttpRequest): Promise<CurrentSession | undefined> | CurrentSession | undefined;
  /**
   * Starts a session and returns it with its cookie. It replaces the current one, so that a secret
   * from before a sign-in never has its rights.
   */
  start(
    start: {
      readonly person: string;
      readonly method: SignInMethod;
      /** How long ago the person proved who they are, in milliseconds. Infinite if unknown. */
      readonly provedAgo: number;
      readonly browser: string;
      readonly network: string | undefined;
      /** Creates the audit entry of the session with an ID. */
      createEntry(session: string): AuditEntry;
    },
    current: CurrentSession | undefined,
  ): Promise<{ readonly session: Session; readonly cookie: string }>;
  /** Reads the person and their role again for the next request of this process. */
  forget(current: CurrentSession): void;
  /** Ends the session of a request. Returns the cookie that removes its cookie. */
  end(current: CurrentSession, entry: AuditEntry): Promise<string>;
}

export interface SessionsOptions {
  readonly origin: string;
  readonly account: string;
  readonly peopleStore: Pick<PeopleStore, "findMember" | "findPerson">;
  readonly sessionStore: SessionStore;
  now(): number;
}

const DAY = 86_400_000;
/** A session ends after this time without a request. */
const IDLE_MILLISECONDS = 30 * DAY;
const LIFETIME_MILLISECONDS = 90 * DAY;
/** Below one second, because an ended session must stop working within a second everywhere. */
const CACHE_MILLISECONDS = 900;
const RECORD_USE_MILLISECONDS = 60_000;
const MAX_SESSIONS = 10_000;

/** The name of the session cookie. The prefix binds it to the host and requires TLS. */
export const sessionCookieName = (origin: string): string =>
  origin.startsWith("https:") ? "__Host-jf_session" : "jf_session";

export function createSessions({
  origin,
  account,
  peopleStore,
  sessionStore,
  now,
}: SessionsOptions): Sessions {
  const cookieName = sessionCookieName(origin);
  // Keyed by the secret, as API keys are. Never log this map.
  const cache = createShortCache<CurrentSession | undefined>({
    milliseconds: CACHE_MILLISECONDS,
    maxEntries: MAX_SESSIONS,
    now,
  });
  /** The secrets of cached sessions, outside of objects that something might log. */
  const secrets = new WeakMap<CurrentSession, string>();
  const forget = (current: CurrentSession) => cache.delete(secrets.get(current) ?? "");

  const load = async (secret: string): Promise<CurrentSession | undefined> => {
    const session = await sessionStore.find(hex(await sha256(secret)));
    if (session?.account !== account) return undefined;
    const [member, person] = await Promise.all([
      peopleStore.findMember(account, session.person),
      peopleStore.findPerson(session.person),
    ]);
    if (!member || !person) return undefined;
    const current = { session, person, member };
    secrets.set(current, secret);
    return current;
  };

  const requireUnexpired = (current: CurrentSession | undefined): CurrentSession | undefined => {
    if (!current) return undefined;
    const { digest, seen, expires } = current.session;
    const at = now();
    if (expires <= at || seen + IDLE_MILLISECONDS <= at) return undefined;
    if (at - seen >= RECORD_USE_MILLISECONDS) sessionStore.recordUse(digest, at).catch(() => {});
    return current;
  };

  return {
    find(request) {
      const secret = parseCookies(request).get(cookieName);
      if (secret === undefined) return undefined;
      const cached = cache.get(secret);
      if (cached) return requireUnexpired(cached);
      return cache.load(secret, () => load(secret)).then(requireUnexpired);
    },

    async start({ person, method, provedAgo, browser, network, createEntry }, current) {
      const secret = randomToken();
      const at = now();
      const session: Session = {
        id: randomId("ses"),
        digest: hex(await sha256(secret)),
        account,
        person,
        created: at,
        seen: at,
        proved: Math.max(at - provedAgo, 0),
        expires: at + LIFETIME_MILLISECONDS,
        method,
        browser,
        ...(network !== undefined && { network }),
      };
      const entry = createEntry(session.id);
      if (current) forget(current);
      const isReplaced =
        current !== undefined &&
        (await sessionStore.replace(current.session.digest, session, entry));
      if (!isReplaced) await sessionStore.add(session, entry);
      const seconds = LIFETIME_MILLISECONDS / 1000;
      return {
        session,
        cookie: serializeCookie(origin, cookieName, secret, { path: "/", seconds }),
      };
    },

    forget,

    async end(current, entry) {
      const { session } = current;
      forget(current);
      await sessionStore.end(account, session.person, session.id, entry);
      return serializeCookie(origin, cookieName, "", { path: "/", seconds: 0 });
    },
  };
}
