import { freshSeconds, remember } from "../../domain/freshness.ts";
import type { Agent } from "../../domain/signatures/agent.ts";
import type { UnverifiedReason } from "../../domain/signatures/claim.ts";
import { readKeySet } from "../../domain/signatures/key-set.ts";
import type { VerifyingKey } from "../../domain/signatures/keys.ts";
import { isOutboundFailure, type Outbound } from "../../ports/outbound.ts";
import { createBudget } from "./budget.ts";

/** An agent's key, or why there is none. */
export type Found = VerifyingKey | UnverifiedReason;

/** Knows the keys of agents. */
export interface Directories {
  /** The key that the agent's directory has by this thumbprint. `network` is who causes it to be fetched, if it must be. */
  find(agent: Agent, keyId: string, network: string): Found | Promise<Found>;
}

type Keys = ReadonlyMap<string, VerifyingKey>;

interface Entry {
  readonly keys: Keys | UnverifiedReason;
  /** When it was asked for last, and until when it need not be asked for again. */
  readonly asked: number;
  readonly until: number;
  /** When these keys were there. */
  readonly seen: number;
}

const REMEMBERED = 500;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A key that was taken away is believed for this long at most: what a directory says, within bounds. */
const FRESH = { least: 60, most: 86_400, unsaid: 3600 };
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
export function createDirectories(outbound: Outbound, now: () => number): Directories {
  // In the order of their use, the longest unused first. What is none takes no room from what is one.
  const known = new Map<string, Entry>();
  const refusals = new Map<string, Entry>();
  const fetching = new Map<string, Promise<Entry>>();
  const secondsUntilAllowed = createBudget(now);

  return {
    find({ directory }, keyId, network) {
      const entry = known.get(directory) ?? refusals.get(directory);
      if (entry) keep(directory, entry);
      const time = now();
      const key = entry && keyIn(entry, keyId, time);
      if (entry && entry.until > time && (key !== "unknown_key" || entry.asked + MINUTE > time))
        return key!;
      const running = fetching.get(directory);
      if (!running && secondsUntilAllowed(network) > 0)
        return entry && (entry.until > time || (typeof key === "object" && entry.seen + DAY > time))
          ? key!
          : "busy";
      return (running ?? refreshed(directory, entry)).then((fresh) => keyIn(fresh, keyId, now()));
    },
  };

  function keep(directory: string, entry: Entry): void {
    const [its, others] = typeof entry.keys === "string" ? [refusals, known] : [known, refusals];
    others.delete(directory);
    remember(its, directory, entry, REMEMBERED);
  }

  function refreshed(directory: string, before: Entry | undefined): Promise<Entry> {
    const fetched = fetchKeys(outbound, directory).then(({ keys, seconds }) => {
      const time = now();
      const isKept =
        typeof keys === "string" &&
        before &&
        typeof before.keys !== "string" &&
        before.seen + DAY > time;
      const entry: Entry = isKept
        ? { ...before, asked: time, until: time + MINUTE }
        : { keys, asked: time, seen: time, until: time + seconds * 1000 };
      keep(directory, entry);
      return entry;
    });
    fetching.set(directory, fetched);
    return fetched.finally(() => fetching.delete(directory));
  }
}

function keyIn({ keys }: Entry, keyId: string, time: number): Found {
  if (typeof keys === "string") return keys;
  const key = keys.get(keyId);
  const seconds = time / 1000;
  return key && key.notBefore <= seconds && seconds < key.until ? key : "unknown_key";
}

const FAILED_SECONDS = 60;

async function fetchKeys(
  outbound: Outbound,
  directory: string,
): Promise<{ keys: Keys | UnverifiedReason; seconds: number }> {
  try {
    const answer = await outbound.fetch(directory, LIMITS);
    const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(
      answer.headers.get("content-type") ?? "",
    );
    if (answer.status !== 200 || !isJson) {
      await answer.body.cancel().catch(() => {});
      return {
        keys: answer.status === 200 ? "bad_directory" : "directory_unreachable",
        seconds: FAILED_SECONDS,
      };
    }
    const keys = await readKeySet(await answer.text());
    return keys
      ? { keys, seconds: freshSeconds(answer.headers.get("cache-control"), FRESH) }
      : { keys: "bad_directory", seconds: FAILED_SECONDS };
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return {
      keys: error.code === "too_large" ? "bad_directory" : "directory_unreachable",
      seconds: FAILED_SECONDS,
    };
  }
}
