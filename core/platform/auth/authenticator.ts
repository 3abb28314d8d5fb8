import { Problem } from "../../http/problem.ts";
import { setRecent } from "../../lib/kit/net/freshness.ts";
import { createShortCache, type ShortCache } from "../../lib/kit/net/short-cache.ts";
import type { GrantStore } from "../../ports/stores/grant-store.ts";
import type { ApiKey, KeyStore } from "../../ports/stores/key-store.ts";
import { PRODUCT_NAME } from "../product-name.ts";
import { hashSecret, isAccessToken, isSecret } from "./key-format.ts";
import { defaultKeyHint, type KeyHint } from "./key-hint.ts";

/** Authenticates API keys and access tokens. Every failure is a `Problem` with status 401, 429 or 503. */
export interface Authenticator {
  /**
   * Returns the API key with this secret, or the grant with this access token, which then expires
   * with the token. Synchronous if the key is cached. Concurrent lookups of a
   * secret are one lookup. `client` is called when the use of the key is recorded. Default: "api".
   */
  authenticate(
    secret: string,
    attempts?: Attempts,
    client?: DescribeClient,
  ): Promise<ApiKey> | ApiKey;
}

/** Describes the client of a request for the record of a key's last use: `api curl/8.5.0`. */
type DescribeClient = () => string;

/** Counts failed authentications against the network of a request. */
export interface Attempts {
  /** Counts a failure. Throws the `Problem` "rate_limited" if the network has too many. */
  count(): Promise<void> | void;
  /** Takes back a count, because the attempt succeeded or couldn't be checked. */
  uncount(): Promise<void> | void;
}

interface AuthenticatorOptions {
  /** Reports its own failures. */
  readonly keyStore: Pick<KeyStore, "findKey" | "recordKeyUse">;
  /** Reports its own failures. Default: there are no access tokens. */
  readonly grantStore?: Pick<GrantStore, "findToken"> | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** Tells how to get an API key. Default: on the command line of the npm package. */
  readonly keyHint?: KeyHint;
}

/** Below one second, because a revoked key must stop working within a second in every process. */
const CACHE_MILLISECONDS = 900;
/** How often the last use of a key is recorded. */
const RECORD_USE_INTERVAL_MILLISECONDS = 60_000;
const MAX_KEYS = 10_000;

/** Creates an authenticator that caches each key for 0.9 seconds. */
export const createAuthenticator = (options: AuthenticatorOptions): Authenticator =>
  new CachingAuthenticator(options);

class CachingAuthenticator implements Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #newKeyHint: string;
  /**
   * Keyed by the secret because hashing it on every request would dominate the cost. Never log this
   * map.
   */
  readonly #cache: ShortCache<ApiKey>;
  readonly #lastRecorded = new Map<string, number>();
  readonly #pending = new Map<string, Promise<ApiKey>>();

  constructor(options: AuthenticatorOptions) {
    const { now, keyHint = defaultKeyHint } = options;
    this.#options = options;
    this.#newKeyHint = `Use a new key. ${keyHint()}`;
    this.#cache = createShortCache({
      milliseconds: CACHE_MILLISECONDS,
      maxEntries: MAX_KEYS,
      now,
    });
  }

  authenticate(
    secret: string,
    attempts?: Attempts,
    client: DescribeClient = () => "api",
  ): Promise<ApiKey> | ApiKey {
    const cached = this.#cache.get(secret);
    if (cached) return this.#requireUnexpired(cached, client);
    if (!isSecret(secret) && !isAccessToken(secret)) throw unknownKey();
    const current = this.#pending.get(secret);
    if (current) return current;
    const lookup = this.#lookUp(secret, attempts, client).finally(() =>
      this.#pending.delete(secret),
    );
    this.#pending.set(secret, lookup);
    return lookup;
  }

  /**
   * Finds a key. An attempt with a secret that this process hasn't seen counts as a failure before
   * the key store is asked, so that guesses don't reach it once a network has too many.
   */
  async #lookUp(
    secret: string,
    attempts: Attempts | undefined,
    client: DescribeClient,
  ): Promise<ApiKey> {
    const isNew = this.#cache.getStale(secret) === undefined;
    if (isNew) await attempts?.count();
    try {
      const found = await this.#cache.load(secret, () => this.#find(secret));
      const key = this.#requireUnexpired(found, client);
      if (isNew) await attempts?.uncount();
      return key;
    } catch (error) {
      const isFailure = error instanceof Problem && error.status === 401;
      if (isNew && !isFailure) await attempts?.uncount();
      if (!isNew && isFailure) await attempts?.count();
      throw error;
    }
  }

  async #find(secret: string): Promise<ApiKey> {
    const { keyStore, grantStore } = this.#options;
    const fingerprint = await hashSecret(secret);
    const key = isAccessToken(secret)
      ? await findGrant(grantStore, fingerprint)
      : await keyStore.findKey(fingerprint);
    if (!key) throw unknownKey();
    if (key.revoked !== undefined) {
      this.#cache.delete(secret);
      throw new Problem("key_revoked", `${describeKey(key)} was revoked at ${key.revoked}.`, {
        hint: key.client ? SIGN_IN_HINT : this.#newKeyHint,
        headers: challenge(true),
      });
    }
    return key;
  }

  #requireUnexpired(key: ApiKey, client: DescribeClient): ApiKey {
    const at = this.#options.now();
    if (key.expires !== undefined && Date.parse(key.expires) <= at) {
      throw new Problem("key_expired", `${describeKey(key)} expired at ${key.expires}.`, {
        hint: key.client ? SIGN_IN_HINT : this.#newKeyHint,
        headers: challenge(true),
      });
    }
    if (at - (this.#lastRecorded.get(key.id) ?? 0) >= RECORD_USE_INTERVAL_MILLISECONDS) {
      setRecent(this.#lastRecorded, key.id, at, MAX_KEYS);
      const used = new Date(at).toISOString();
      this.#options.keyStore.recordKeyUse(key.id, used, client()).catch(() => {});
    }
    return key;
  }
}

/** Returns the grant of an access token, which expires with the token. */
async function findGrant(
  grantStore: AuthenticatorOptions["grantStore"],
  digest: string,
): Promise<ApiKey | undefined> {
  const token = await grantStore?.findToken(digest, "access");
  if (!token) return undefined;
  const grantExpires = Date.parse(token.key.expires ?? "");
  const expires = Math.min(token.expires, grantExpires || Infinity);
  return { ...token.key, expires: new Date(expires).toISOString() };
}

const describeKey = ({ client, name }: ApiKey): string =>
  `${client ? "The access token of" : "API key"} ${JSON.stringify(name)}`;

const SIGN_IN_HINT = "The MCP client must refresh its access token, or sign in again.";

/**
 * Returns the secret in an Authorization header. Throws the `Problem` "unauthorized".
 * `hasApiKeyHeader` returns whether the request has the key in a header that Jackfield doesn't read.
 */
export function readBearerSecret(
  authorization: string | null,
  keyHint: KeyHint = defaultKeyHint,
  { hasApiKeyHeader = () => false }: { readonly hasApiKeyHeader?: () => boolean } = {},
): string {
  if (authorization === null) {
    if (hasApiKeyHeader())
      throw new Problem("unauthorized", "The API key is in another header than Authorization.", {
        hint: 'Send "Authorization: Bearer <key>" instead of X-API-Key.',
        headers: challenge(false),
      });
    throw new Problem("unauthorized", "No API key was sent.", {
      hint: `Send "Authorization: Bearer <key>". ${keyHint()}`,
      headers: challenge(false),
    });
  }
  const secret = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (secret !== undefined) return secret;
  throw new Problem("unauthorized", 'The Authorization header isn\'t "Bearer <key>".', {
    hint: 'Send "Authorization: Bearer <key>", with one space after "Bearer".',
    headers: challenge(true),
  });
}

/** The challenge has an error code only if the request had a credential (RFC 6750, section 3). */
export const challenge = (hasCredential: boolean) => ({
  "www-authenticate": `Bearer realm="${PRODUCT_NAME}"${hasCredential ? ', error="invalid_token"' : ""}`,
});

/**
 * Malformed and unknown keys get the same response, so that it reveals nothing about valid keys.
 */
const unknownKey = () =>
  new Problem("unauthorized", "Unknown API key.", {
    hint: "Check the key for missing or mistyped characters. A key is jf_live_, 43 characters, _ and 6 characters. If it was created with another DATA_DIR or DATABASE_URL, ask the operator to start this service with the same one.",
    headers: challenge(true),
  });
