import { remember } from "../../domain/freshness.ts";
import type { Accounts, ApiKey } from "../../ports/accounts.ts";
import { Problem } from "../../problem.ts";
import { fingerprintOf, isSecret } from "../domain/keys/form.ts";

/** Tells whose key was sent. */
export interface Keyring {
  /** The key that an Authorization header shows; throws the `Problem` that refuses it. No promise where it was asked for just before. */
  shown(authorization: string | null): Promise<ApiKey> | ApiKey;
  /** The same of a key by itself. */
  known(secret: string): Promise<ApiKey> | ApiKey;
}

export interface KeyringOptions {
  readonly accounts: Pick<Accounts, "keyOf" | "touchKey">;
  /** Milliseconds since 1970. */
  now(): number;
  /** Told of what went wrong that nobody waits for. */
  fault(error: unknown): void;
}

/** A revoked key is refused everywhere within a second: so long is believed what was read. */
const BELIEVED_MILLISECONDS = 900;
/** When a key was used last is written down once a minute. */
const TOUCHED_MILLISECONDS = 60_000;
const MOST_KEYS = 10_000;

/** Looks keys up by their fingerprints, at most once in 0.9 seconds each. */
export function createKeyring({ accounts, now, fault }: KeyringOptions): Keyring {
  // By the key itself: reckoning its fingerprint each time would cost more than all the rest. Nothing here is ever shown.
  const believed = new Map<string, { readonly key: ApiKey; readonly until: number }>();
  const touched = new Map<string, number>();

  const used = (key: ApiKey): ApiKey => {
    const at = now();
    if (key.expires !== undefined && Date.parse(key.expires) <= at) {
      throw new Problem(
        "key_expired",
        `The key ${key.name} (${key.prefix}…) expired at ${key.expires}.`,
        { hint: NEW_KEY, headers: challenge(true) },
      );
    }
    if (at - (touched.get(key.id) ?? 0) >= TOUCHED_MILLISECONDS) {
      remember(touched, key.id, at, MOST_KEYS);
      accounts.touchKey(key.id, new Date(at).toISOString()).catch(fault);
    }
    return key;
  };

  const lookUp = async (secret: string): Promise<ApiKey> => {
    // From when it was asked, and not from when the answer came: the storage may have taken its time.
    const until = now() + BELIEVED_MILLISECONDS;
    const fingerprint = await fingerprintOf(secret);
    const key = await accounts.keyOf(fingerprint).catch((cause: unknown) => {
      fault(cause);
      throw new Problem("storage_unavailable", "Keys can't be looked up just now.", {
        hint: "Try again in a little while.",
        cause,
      });
    });
    if (!key) throw unknown();
    if (key.revoked !== undefined) {
      believed.delete(secret);
      throw new Problem(
        "key_revoked",
        `The key ${key.name} (${key.prefix}…) was revoked at ${key.revoked}.`,
        { hint: NEW_KEY, headers: challenge(true) },
      );
    }
    remember(believed, secret, { key, until }, MOST_KEYS);
    return used(key);
  };

  const known = (secret: string): Promise<ApiKey> | ApiKey => {
    const kept = believed.get(secret);
    if (kept && kept.until > now()) return used(kept.key);
    if (!isSecret(secret)) throw unknown();
    return lookUp(secret);
  };

  return {
    known,
    shown(authorization) {
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
      return known(secret);
    },
  };
}

const NEW_KEY =
  "The person who runs this service makes another: npm run keys -- create --name laptop --permissions read,connect,run.";

/** RFC 6750, section 3: an error is told only where a credential was sent. */
const challenge = (wasSent: boolean) => ({
  "www-authenticate": `Bearer realm="Jackfield"${wasSent ? ', error="invalid_token"' : ""}`,
});

/** One answer for all that is not known, whether it looks like a key or not. */
const unknown = () =>
  new Problem("unauthorized", "The key that was sent is none that this service has made.", {
    hint: "Look for a part that is missing or mistyped: a key is jf_live_, 43 characters, _ and 6 characters.",
    headers: challenge(true),
  });
