import { createBudget } from "../flow/budget.ts";
import type { Rate } from "../flow/rate.ts";
import { setRecent } from "./freshness.ts";

/** A fetched document, or why it isn't available. */
type Fetched<Value, Failure> = { readonly value: Value } | { readonly failure: Failure };

/** The result of a fetch, and how long it may be cached. */
export type FetchOutcome<Value, Failure> = Fetched<Value, Failure> & {
  readonly seconds: number;
  /** Set if the failure doesn't say that the document has changed. */
  readonly isTemporary?: boolean;
};

/** A network may cause no more fetches for this time. */
interface Busy {
  readonly busySeconds: number;
}

interface FetchCacheOptions<Value, Failure> {
  /** Fetches the document at a URL. Rejects on bugs only. */
  load(url: string): Promise<FetchOutcome<Value, Failure>>;
  /** Milliseconds since 1970. */
  now(): number;
  /** The rate at which one network may cause fetches. */
  readonly networkRate?: Rate | undefined;
}

/** Caches documents that third parties serve. */
interface FetchCache<Value, Failure> {
  /**
   * Returns the document at a URL. A fetch counts against `network`. `isSufficient` returns whether
   * a cached document will do. If it won't, the document is fetched again, at most once a minute.
   */
  find(
    url: string,
    network: string,
    isSufficient?: (value: Value) => boolean,
  ): Promise<Fetched<Value, Failure> | Busy> | Fetched<Value, Failure> | Busy;
}

interface Entry<Value, Failure> {
  readonly result: Fetched<Value, Failure>;
  /** The time of the last fetch, in milliseconds since 1970, like the others. */
  readonly attemptedAt: number;
  readonly freshUntil: number;
  /** The time of the last successful fetch. */
  readonly succeededAt: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The maximum number of documents, and of failures. */
const MAX_ENTRIES = 500;

/**
 * Creates a cache. Each URL has at most one fetch in flight. A document stays usable for a day
 * while it can't be fetched.
 */
export function createFetchCache<Value, Failure>({
  load,
  now,
  networkRate,
}: FetchCacheOptions<Value, Failure>): FetchCache<Value, Failure> {
  // Both in order of use, least recent first. Failures have their own map so that they never evict
  // documents.
  const documents = new Map<string, Entry<Value, Failure>>();
  const failures = new Map<string, Entry<Value, Failure>>();
  const inFlight = new Map<string, Promise<Fetched<Value, Failure>>>();
  const secondsUntilAllowed = createBudget(now, networkRate);

  const store = (url: string, entry: Entry<Value, Failure>) => {
    const [target, other] = "value" in entry.result ? [documents, failures] : [failures, documents];
    other.delete(url);
    setRecent(target, url, entry, MAX_ENTRIES);
  };

  const refresh = async (url: string, previous: Entry<Value, Failure> | undefined) => {
    const { seconds, isTemporary, ...result } = await load(url);
    const time = now();
    const keepsPrevious =
      isTemporary && previous && "value" in previous.result && previous.succeededAt + DAY > time;
    const entry = keepsPrevious
      ? { ...previous, attemptedAt: time, freshUntil: time + MINUTE }
      : { result, attemptedAt: time, succeededAt: time, freshUntil: time + seconds * 1000 };
    store(url, entry);
    return entry.result;
  };

  return {
    find(url, network, isSufficient = () => true) {
      const entry = documents.get(url) ?? failures.get(url);
      if (entry) store(url, entry);
      const time = now();
      const isFresh = entry !== undefined && entry.freshUntil > time;
      const willDo = entry && (!("value" in entry.result) || isSufficient(entry.result.value));
      if (isFresh && (willDo || entry.attemptedAt + MINUTE > time)) return entry.result;
      const pending = inFlight.get(url);
      if (pending) return pending;
      const busySeconds = secondsUntilAllowed(network);
      if (busySeconds > 0) {
        if (!entry) return { busySeconds };
        const isUsable = "value" in entry.result && willDo && entry.succeededAt + DAY > time;
        return isFresh || isUsable ? entry.result : { busySeconds };
      }
      const fetching = refresh(url, entry).finally(() => inFlight.delete(url));
      inFlight.set(url, fetching);
      return fetching;
    },
  };
}
