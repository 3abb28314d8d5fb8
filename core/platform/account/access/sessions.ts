import type { HttpRequest } from "../../../http/handler.ts";
import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import { randomId } from "../../../lib/kit/bytes/sortable-id.ts";
import { createShortCache, type ShortCache } from "../../../lib/kit/net/short-cache.ts";
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

interface SessionStart {
  readonly person: string;
  readonly method: SignInMethod;
  /** How long ago the person proved who they are, in milliseconds. Infinite if unknown. */
  readonly provedAgo: number;
  readonly browser: string;
  readonly network: string | undefined;
  /** Creates the audit entry of the session with an ID. */
  createEntry(session: string): AuditEntry;
}

interface StartedSession {
  readonly session: Session;
  readonly cookie: string;
}

/** Creates, finds and ends sessions. */
export interface Sessions {
  /** Returns the session of a request's cookie. Undefined if it has none that is valid. */
  find(request: HttpRequest): Promise<CurrentSession | undefined> | CurrentSession | undefined;
  /**
   * Starts a session and returns it with its cookie. It replaces the current one, so that a secret
   * from before a sign-in never has its rights.
   */
  start(start: SessionStart, current: CurrentSession | undefined): Promise<StartedSession>;
  /** Reads the person and their role again for the next request of this process. */
  forget(current: CurrentSession): void;
  /** Ends the session of a request. Returns the cookie that removes its cookie. */
  end(current: CurrentSession, entry: AuditEntry): Promise<string>;
}

interface SessionsOptions {
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

export const createSessions = (options: SessionsOptions): Sessions => new CachedSessions(options);

class CachedSessions implements Sessions {
  readonly #options: SessionsOptions;
  readonly #cookieName: string;
  /** Keyed by the secret, as API keys are. Never log this map. */
  readonly #cache: ShortCache<CurrentSession | undefined>;
  /** The secrets of cached sessions, outside of objects that something might log. */
  readonly #secrets = new WeakMap<CurrentSession, string>();

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#cookieName = sessionCookieName(options.origin);
    this.#cache = createShortCache({
      milliseconds: CACHE_MILLISECONDS,
      maxEntries: MAX_SESSIONS,
      now: options.now,
    });
  }

  find(request: HttpRequest): Promise<CurrentSession | undefined> | CurrentSession | undefined {
    const secret = parseCookies(request).get(this.#cookieName);
    if (secret === undefined) return undefined;
    const cached = this.#cache.get(secret);
    if (cached) return this.#requireUnexpired(cached);
    return this.#cache
      .load(secret, () => this.#load(secret))
      .then((current) => this.#requireUnexpired(current));
  }

  async start(start: SessionStart, current: CurrentSession | undefined): Promise<StartedSession> {
    const { origin, sessionStore } = this.#options;
    const secret = randomToken();
    const session = this.#createSession(start, hex(await sha256(secret)));
    const entry = start.createEntry(session.id);
    if (current) this.forget(current);
    const isReplaced =
      current !== undefined && (await sessionStore.replace(current.session.digest, session, entry));
    if (!isReplaced) await sessionStore.add(session, entry);
    const seconds = LIFETIME_MILLISECONDS / 1000;
    return {
      session,
      cookie: serializeCookie(origin, this.#cookieName, secret, { path: "/", seconds }),
    };
  }

  forget(current: CurrentSession): void {
    this.#cache.delete(this.#secrets.get(current) ?? "");
  }

  async end(current: CurrentSession, entry: AuditEntry): Promise<string> {
    const { origin, account, sessionStore } = this.#options;
    const { session } = current;
    this.forget(current);
    await sessionStore.end(account, session.person, session.id, entry);
    return serializeCookie(origin, this.#cookieName, "", { path: "/", seconds: 0 });
  }

  #createSession(
    { person, method, provedAgo, browser, network }: SessionStart,
    digest: string,
  ): Session {
    const at = this.#options.now();
    return {
      id: randomId("ses"),
      digest,
      account: this.#options.account,
      person,
      created: at,
      seen: at,
      proved: Math.max(at - provedAgo, 0),
      expires: at + LIFETIME_MILLISECONDS,
      method,
      browser,
      ...(network !== undefined && { network }),
    };
  }

  async #load(secret: string): Promise<CurrentSession | undefined> {
    const { account, peopleStore, sessionStore } = this.#options;
    const session = await sessionStore.find(hex(await sha256(secret)));
    if (session?.account !== account) return undefined;
    const [member, person] = await Promise.all([
      peopleStore.findMember(account, session.person),
      peopleStore.findPerson(session.person),
    ]);
    if (!member || !person) return undefined;
    const current = { session, person, member };
    this.#secrets.set(current, secret);
    return current;
  }

  #requireUnexpired(current: CurrentSession | undefined): CurrentSession | undefined {
    if (!current) return undefined;
    const { digest, seen, expires } = current.session;
    const at = this.#options.now();
    if (expires <= at || seen + IDLE_MILLISECONDS <= at) return undefined;
    if (at - seen >= RECORD_USE_MILLISECONDS)
      this.#options.sessionStore.recordUse(digest, at).catch(() => {});
    return current;
  }
}
