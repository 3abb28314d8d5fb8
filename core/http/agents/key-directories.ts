import { cacheSeconds, setRecent } from "../../domain/freshness.ts";
import type { Agent } from "../../domain/signatures/agent.ts";
import { readKeySet } from "../../domain/signatures/key-set.ts";
import type { VerifyingKey } from "../../domain/signatures/keys.ts";
import type { UnverifiedReason } from "../../domain/signatures/signature-claim.ts";
import { isOutboundFailure, type Outbound } from "../../ports/outbound.ts";
import { createBudget } from "./budget.ts";

/** An agent's key, or why there is none. */
export type KeyLookup = VerifyingKey | UnverifiedReason;

/** Knows the keys of agents. */
export interface KeyDirectories {
  /** The key that the agent's directory has by this thumbprint. `network` is who causes it to be fetched, if it must be. */
  find(agent: Agent, keyId: string, network: string): KeyLookup | Promise<KeyLookup>;
}

type Keys = ReadonlyMap<string, VerifyingKey>;

interface Entry {
  readonly keys: Keys | UnverifiedReason;
  /** When it was asked for last, and until when it need not be asked for again. */
  readonly fetchedAt: number;
  readonly freshUntil: number;
  /** When these keys were there. */
  readonly seenAt: number;
}

const MAX_DIRECTORIES = 500;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A key that was taken away is believed for this long at most: what a directory says, within bounds. */
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
 * Directories by their addresses, each fetched once at a time and kept for as long as it says. A refusal is kept for a
 * minute; keys that were there stay for a day while they can't be fetched again; a key that is not among them has its
 * directory fetched again, at most once a minute. Keys are never looked up but by their directory's own address.
 */
export function createKeyDirectories(outbound: Outbound, now: () => number): KeyDirectories {
  // In the order of their use, the longest unused first. What is none takes no room from what is one.
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
