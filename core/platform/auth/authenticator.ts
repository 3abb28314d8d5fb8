import { setRecent } from "../../domain/freshness.ts";
import type { ApiKey, KeyStore } from "../../ports/key-store.ts";
import { Problem } from "../../problem.ts";
import { hashSecret, isSecret } from "../domain/keys/key-format.ts";

/** Tells whose key was sent. */
export interface Authenticator {
  /** The key that an Authorization header shows; throws the `Problem` that refuses it. No promise where it was asked for just before. */
  fromHeader(authorization: string | null): Promise<ApiKey> | ApiKey;
  /** The same of a key by itself. */
  fromSecret(secret: string): Promise<ApiKey> | ApiKey;
}

export interface AuthenticatorOptions {
  readonly accounts: Pick<KeyStore, "findKey" | "recordKeyUse">;
  /** Milliseconds since 1970. */
  now(): number;
  /** Told of what went wrong that nobody waits for. */
  onError(error: unknown): void;
}

/** A revoked key is refused everywhere within a second: so long is believed what was read. */
const CACHE_MILLISECONDS = 900;
/** When a key was used last is written down once a minute. */
const TOUCH_INTERVAL_MILLISECONDS = 60_000;
const MAX_KEYS = 10_000;

/** Looks keys up by their fingerprints, at most once in 0.9 seconds each. */
export function createAuthenticator({
  accounts,
  now,
  onError,
}: AuthenticatorOptions): Authenticator {
  // By the key itself: reckoning its fingerprint each time would cost more than all the rest. Nothing here is ever shown.
  const cache = new Map<string, { readonly key: ApiKey; readonly until: number }>();
  const lastTouched = new Map<string, number>();

  const requireUnexpired = (key: ApiKey): ApiKey => {
    const at = now();
    if (key.expires !== undefined && Date.parse(key.expires) <= at) {
      throw new Problem(
        "key_expired",
        `The key ${key.name} (${key.prefix}…) expired at ${key.expires}.`,
        { hint: NEW_KEY_HINT, headers: challenge(true) },
      );
    }
    if (at - (lastTouched.get(key.id) ?? 0) >= TOUCH_INTERVAL_MILLISECONDS) {
      setRecent(lastTouched, key.id, at, MAX_KEYS);
      accounts.recordKeyUse(key.id, new Date(at).toISOString()).catch(onError);
    }
    return key;
  };

  const lookUp = async (secret: string): Promise<ApiKey> => {
    // From when it was asked, and not from when the answer came: the storage may have taken its time.
    const until = now() + CACHE_MILLISECONDS;
    const fingerprint = await hashSecret(secret);
    const key = await accounts.findKey(fingerprint).catch((cause: unknown) => {
      onError(cause);
      throw new Problem("storage_unavailable", "Keys can't be looked up just now.", {
        hint: "Try again in a little while.",
        cause,
      });
    });
    if (!key) throw unknownKey();
    if (key.revoked !== undefined) {
      cache.delete(secret);
      throw new Problem(
        "key_revoked",
        `The key ${key.name} (${key.prefix}…) was revoked at ${key.revoked}.`,
        { hint: NEW_KEY_HINT, headers: challenge(true) },
      );
    }
    setRecent(cache, secret, { key, until }, MAX_KEYS);
    return requireUnexpired(key);
  };

  const fromSecret = (secret: string): Promise<ApiKey> | ApiKey => {
    const cached = cache.get(secret);
    if (cached && cached.until > now()) return requireUnexpired(cached.key);
    if (!isSecret(secret)) throw unknownKey();
    return lookUp(secret);
  };

  return {
    fromSecret,
    fromHeader(authorization) {
      if (authorization === null) {
        throw new Problem("unauthorized", "No key was sent.", {
          hint: "Send Authorization: Bearer <key>. The person who runs this service makes keys: npm run keys -- create --name laptop --permissions read,connect,run.",
          headers: challenge(false),
        });
      }
      const secret = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
      if (secret === undefined) {
        throw new Problem("unauthorized", "The Authorization header is not Bearer and a key.", {
          hint: "Send Authorization: Bearer <key>, with one space between.",
          headers: challenge(true),
        });
      }
      return fromSecret(secret);
    },
  };
}

const NEW_KEY_HINT =
  "The person who runs this service makes another: npm run keys -- create --name laptop --permissions read,connect,run.";

/** RFC 6750, section 3: an error is told only where a credential was sent. */
const challenge = (hasCredential: boolean) => ({
  "www-authenticate": `Bearer realm="Jackfield"${hasCredential ? ', error="invalid_token"' : ""}`,
});

/** One answer for all that is not known, whether it looks like a key or not. */
const unknownKey = () =>
  new Problem("unauthorized", "The key that was sent is none that this service has made.", {
    hint: "Look for a part that is missing or mistyped: a key is jf_live_, 43 characters, _ and 6 characters.",
    headers: challenge(true),
  });
