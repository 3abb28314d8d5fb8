import { isOutboundFailure, type Outbound } from "../../ports/outbound.ts";
import { cacheSeconds, setRecent } from "../kit/freshness.ts";
import type { Agent } from "./agent.ts";
import { createBudget } from "./budget.ts";
import { readKeySet } from "./key-set.ts";
import type { VerifyingKey } from "./keys.ts";
import type { UnverifiedReason } from "./signature-claim.ts";

/** An agent's key, or the reason why it isn't available. */
export type KeyLookup = VerifyingKey | UnverifiedReason;

export interface KeyDirectories {
  /**
   * Returns the key with this thumbprint from the agent's directory. A fetch counts against
   * `network`.
   */
  find(agent: Agent, keyId: string, network: string): KeyLookup | Promise<KeyLookup>;
}

type Keys = ReadonlyMap<string, VerifyingKey>;

interface Entry {
  readonly keys: Keys | UnverifiedReason;
  /** The time of the last fetch, in milliseconds since 1970, like the others. */
  readonly fetchedAt: number;
  readonly freshUntil: number;
  /** The time of the last successful fetch of these keys. */
  readonly seenAt: number;
}

const MAX_DIRECTORIES = 500;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Bounds on the directory's max-age. They limit how long a removed key stays valid. */
const FRESHNESS = { minSeconds: 60, maxSeconds: 86_400, defaultSeconds: 3600 };
const LIMITS = {
  headers: {
    accept:
      "application/http-message-signatures-directory+json, application/jwk-set+json, application/json",
  },
  redirects: 0,
  timeoutMs: 3_000,
  maxBytes: 64 * 1024,
};

/**
 * Creates a cache of key directories by URL. Each directory has at most one fetch in flight and is
 * cached according to its Cache-Control. Failures are cached for a minute. Keys stay usable for a
 * day while their directory can't be fetched. An unknown key causes a new fetch at most once a
 * minute. A key is only valid for its own directory.
 */
export function createKeyDirectories(outbound: Outbound, now: () => number): KeyDirectories {
  // Both in order of use, least recent first. Failures have their own map so that they never evict
  // working directories.
  const directories = new Map<string, Entry>();
  const failures = new Map<string, Entry>();
  const inFlight = new Map<string, Promise<Entry>>();
  const secondsUntilAllowed = createBudget(now);

  return {
    find({ directory }, keyId, network) {
      const entry = directories.get(directory) ?? failures.get(directory);
      if (entry) store(directory, entry);
      const time = now();
      const key = entry && findKey(entry, keyId, time);
      if (
        entry &&
        entry.freshUntil > time &&
        (key !== "unknown_key" || entry.fetchedAt + MINUTE > time)
      )
        return key!;
      const pending = inFlight.get(directory);
      if (!pending && secondsUntilAllowed(network) > 0)
        return entry &&
          (entry.freshUntil > time || (typeof key === "object" && entry.seenAt + DAY > time))
          ? key!
          : "busy";
      return (pending ?? refresh(directory, entry)).then((fresh) => findKey(fresh, keyId, now()));
    },
  };

  function store(directory: string, entry: Entry): void {
    const [target, other] =
      typeof entry.keys === "string" ? [failures, directories] : [directories, failures];
    other.delete(directory);
    setRecent(target, directory, entry, MAX_DIRECTORIES);
  }

  function refresh(directory: string, previous: Entry | undefined): Promise<Entry> {
    const pending = fetchKeys(outbound, directory).then(({ keys, seconds }) => {
      const time = now();
      const keepsPrevious =
        typeof keys === "string" &&
        previous &&
        typeof previous.keys !== "string" &&
        previous.seenAt + DAY > time;
      const entry: Entry = keepsPrevious
        ? { ...previous, fetchedAt: time, freshUntil: time + MINUTE }
        : { keys, fetchedAt: time, seenAt: time, freshUntil: time + seconds * 1000 };
      store(directory, entry);
      return entry;
    });
    inFlight.set(directory, pending);
    return pending.finally(() => inFlight.delete(directory));
  }
}

function findKey({ keys }: Entry, keyId: string, time: number): KeyLookup {
  if (typeof keys === "string") return keys;
  const key = keys.get(keyId);
  const seconds = time / 1000;
  return key && key.notBefore <= seconds && seconds < key.until ? key : "unknown_key";
}

const FAILURE_SECONDS = 60;

async function fetchKeys(
  outbound: Outbound,
  directory: string,
): Promise<{ keys: Keys | UnverifiedReason; seconds: number }> {
  try {
    const response = await outbound.fetch(directory, LIMITS);
    const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(
      response.headers.get("content-type") ?? "",
    );
    if (response.status !== 200 || !isJson) {
      await response.body.cancel().catch(() => {});
      return {
        keys: response.status === 200 ? "bad_directory" : "directory_unreachable",
        seconds: FAILURE_SECONDS,
      };
    }
    const keys = await readKeySet(await response.text());
    return keys
      ? { keys, seconds: cacheSeconds(response.headers.get("cache-control"), FRESHNESS) }
      : { keys: "bad_directory", seconds: FAILURE_SECONDS };
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return {
      keys: error.code === "too_large" ? "bad_directory" : "directory_unreachable",
      seconds: FAILURE_SECONDS,
    };
  }
}
