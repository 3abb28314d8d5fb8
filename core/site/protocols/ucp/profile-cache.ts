import { createBudget } from "../../../lib/http-signatures/index.ts";
import { cacheSeconds, setRecent } from "../../../lib/kit/freshness.ts";
import { createRate } from "../../../lib/kit/rate.ts";
import {
  isOutboundFailure,
  type Outbound,
  type OutboundResponse,
} from "../../../ports/outbound.ts";
import { type PlatformProfile, parseProfile } from "./negotiation.ts";
import { type Fault, fault } from "./responses.ts";

/** A platform's profile, or the fault to respond with. */
export type ProfileResult =
  | { readonly profile: PlatformProfile }
  | { readonly fault: Fault<400 | 422 | 424 | 503> };

/** Fetches and caches the profiles of platforms. */
export interface ProfileCache {
  /** Counts a fetch against the rate of `network`. */
  find(url: URL, network: string): Promise<ProfileResult>;
}

/** The maximum number of cached profiles, and of cached faults. */
const MAX_PROFILES = 500;
/** The rate at which one network may cause fetches. */
const NETWORK_RATE = createRate(30, 60, 20);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Bounds on the lifetime that a profile's Cache-Control states. */
const FRESHNESS = { minSeconds: 60, maxSeconds: 86_400, defaultSeconds: 300 };

const FETCH_OPTIONS = {
  headers: { accept: "application/json" },
  redirects: 0,
  timeoutMs: 5_000,
  maxBytes: 256 * 1024,
};

/** Returns the cache of an outbound client. Concurrent requests for a URL share one fetch. */
export function profileCacheFor(outbound: Outbound, now: () => number): ProfileCache {
  let cache = caches.get(outbound);
  if (!cache) {
    cache = createProfileCache(outbound, now);
    caches.set(outbound, cache);
  }
  return cache;
}

const caches = new WeakMap<Outbound, ProfileCache>();

interface CacheEntry {
  readonly result: ProfileResult;
  readonly fetchedAt: number;
  readonly freshUntil: number;
}

function createProfileCache(outbound: Outbound, now: () => number): ProfileCache {
  // Least recently used first. Faults are separate so that they never evict profiles.
  const profiles = new Map<string, CacheEntry>();
  const faults = new Map<string, CacheEntry>();
  const inFlight = new Map<string, Promise<ProfileResult>>();
  const secondsUntilAllowed = createBudget(now, NETWORK_RATE);
  const store = (key: string, entry: CacheEntry) => {
    const [target, others] = "profile" in entry.result ? [profiles, faults] : [faults, profiles];
    others.delete(key);
    setRecent(target, key, entry, MAX_PROFILES);
  };

  return {
    async find(url, network) {
      const key = url.href.split("#", 1)[0]!;
      const entry = profiles.get(key) ?? faults.get(key);
      if (entry) store(key, entry);
      if (entry && entry.freshUntil > now()) return entry.result;
      const pending = inFlight.get(key);
      if (pending) return pending;
      const seconds = secondsUntilAllowed(network);
      if (seconds > 0) return canServeStale(entry, now()) ? entry.result : tooManyFetches(seconds);
      const fetchTask = fetchProfile(outbound, key).then(({ result, milliseconds }) => {
        const isUnreachable = "fault" in result && result.fault.status === 424;
        if (isUnreachable && canServeStale(entry, now())) {
          store(key, { ...entry, freshUntil: now() + MINUTE });
          return entry.result;
        }
        store(key, { result, fetchedAt: now(), freshUntil: now() + milliseconds });
        return result;
      });
      inFlight.set(key, fetchTask);
      return fetchTask.finally(() => inFlight.delete(key));
    },
  };
}

/** Returns whether an entry has a profile of the past day. It may be served if a fetch fails. */
const canServeStale = (entry: CacheEntry | undefined, now: number): entry is CacheEntry =>
  entry !== undefined && "profile" in entry.result && now - entry.fetchedAt < DAY;

const tooManyFetches = (seconds: number): ProfileResult => ({
  fault: fault(
    503,
    "service_unavailable",
    "Too many new profiles were requested at once. Try again after the time in Retry-After.",
    { "retry-after": String(Math.max(Math.ceil(seconds), 1)) },
  ),
});

async function fetchProfile(
  outbound: Outbound,
  url: string,
): Promise<{ result: ProfileResult; milliseconds: number }> {
  const { host } = new URL(url);
  let response: OutboundResponse;
  let text: string;
  try {
    response = await outbound.fetch(url, FETCH_OPTIONS);
    if (response.status !== 200) {
      await response.body.cancel().catch(() => {});
      return faultResult(
        fault(
          424,
          "profile_unreachable",
          `The profile at ${host} returned status ${response.status}. It must return 200 without a redirect.`,
        ),
      );
    }
    text = await response.text();
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    if (error.code === "too_large")
      return faultResult(
        fault(
          422,
          "profile_malformed",
          `The profile at ${host} exceeds ${FETCH_OPTIONS.maxBytes} bytes.`,
        ),
      );
    if (BLOCKED_CODES.has(error.code))
      return faultResult(
        fault(
          400,
          "invalid_profile_url",
          `The profile URL must have a public host, which ${host} is not.`,
        ),
      );
    return faultResult(
      fault(
        424,
        "profile_unreachable",
        `The profile at ${host} could not be fetched within 5 seconds.`,
      ),
    );
  }
  const profile = parseProfile(text);
  if (!profile)
    return faultResult(
      fault(
        422,
        "profile_malformed",
        `The document at ${host} is not a UCP profile. A profile is a JSON object with ucp.version and ucp.capabilities.`,
      ),
    );
  return {
    result: { profile },
    milliseconds: cacheSeconds(response.headers.get("cache-control"), FRESHNESS) * 1000,
  };
}

const BLOCKED_CODES: ReadonlySet<string> = new Set([
  "blocked_url",
  "blocked_address",
  "unresolvable",
]);

const faultResult = (fault: Fault<400 | 422 | 424 | 503>) => ({
  result: { fault },
  milliseconds: MINUTE,
});
