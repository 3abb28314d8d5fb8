import { cacheSeconds, setRecent } from "../../../domain/freshness.ts";
import { createRate } from "../../../domain/rate.ts";
import { createBudget } from "../../../http/agents/budget.ts";
import {
  isOutboundFailure,
  type Outbound,
  type OutboundResponse,
} from "../../../ports/outbound.ts";
import { type PlatformProfile, parseProfile } from "../../domain/ucp/negotiation.ts";
import { type Fault, fault } from "./responses.ts";

/** A platform's profile, or why there is none. */
export type ProfileResult =
  | { readonly profile: PlatformProfile }
  | { readonly fault: Fault<400 | 422 | 424 | 503> };

/** Knows the profiles of platforms. */
export interface ProfileCache {
  /** `network` is who causes it to be fetched, if it must be. */
  find(url: URL, network: string): Promise<ProfileResult>;
}

/** How many are remembered, and as many addresses where there is none; and how many one network may cause to be fetched. */
const MAX_PROFILES = 500;
const NETWORK_RATE = createRate(30, 60, 20);

/** A profile is asked for again after as long as it says, but not within a minute, and after a day at the latest. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FRESHNESS = { minSeconds: 60, maxSeconds: 86_400, defaultSeconds: 300 };

const LIMITS = {
  headers: { accept: "application/json" },
  redirects: 0,
  timeoutMs: 5_000,
  maxBytes: 256 * 1024,
};

/** The profiles that are fetched in one way: each address once at a time, from memory while it is fresh. */
export function profileCacheFor(outbound: Outbound, now: () => number): ProfileCache {
  let cache = caches.get(outbound);
  if (!cache) caches.set(outbound, (cache = createProfileCache(outbound, now)));
  return cache;
}

const caches = new WeakMap<Outbound, ProfileCache>();

interface CacheEntry {
  readonly result: ProfileResult;
  readonly fetchedAt: number;
  readonly freshUntil: number;
}

function createProfileCache(outbound: Outbound, now: () => number): ProfileCache {
  // In the order of their use, the longest unused first. What is none takes no room from what is one.
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
      // Who was known within a day is known while others keep us busy.
      if (seconds > 0)
        return entry && "profile" in entry.result && now() - entry.fetchedAt < DAY
          ? entry.result
          : tooManyFetches(seconds);
      const fetchTask = fetchProfile(outbound, key).then(({ result, milliseconds }) => {
        // A platform whose profile can't be had for a moment is still the platform that it was.
        const stale =
          "fault" in result &&
          result.fault.status === 424 &&
          entry &&
          "profile" in entry.result &&
          now() - entry.fetchedAt < DAY
            ? entry
            : undefined;
        store(
          key,
          stale
            ? { ...stale, freshUntil: now() + MINUTE }
            : { result, fetchedAt: now(), freshUntil: now() + milliseconds },
        );
        return stale?.result ?? result;
      });
      inFlight.set(key, fetchTask);
      return fetchTask.finally(() => inFlight.delete(key));
    },
  };
}

const tooManyFetches = (seconds: number): ProfileResult => ({
  fault: fault(
    503,
    "service_unavailable",
    "Too many new platforms came at once: the profile is fetched later.",
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
    response = await outbound.fetch(url, LIMITS);
    if (response.status !== 200) {
      await response.body.cancel().catch(() => {});
      return faultResult(
        fault(
          424,
          "profile_unreachable",
          `The profile at ${host} was answered with ${response.status}: it must be 200, without a redirect.`,
        ),
      );
    }
    text = await response.text();
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    if (error.code === "too_large")
      return faultResult(
        fault(422, "profile_malformed", `The profile at ${host} is over ${LIMITS.maxBytes} bytes.`),
      );
    if (BLOCKED_CODES.has(error.code))
      return faultResult(
        fault(
          400,
          "invalid_profile_url",
          `The profile's address leads nowhere: ${host} is no public host.`,
        ),
      );
    return faultResult(
      fault(
        424,
        "profile_unreachable",
        `The profile at ${host} could not be fetched within five seconds.`,
      ),
    );
  }
  const profile = parseProfile(text);
  if (!profile)
    return faultResult(
      fault(
        422,
        "profile_malformed",
        `What is at ${host} is no UCP profile: an object with ucp.version and ucp.capabilities, in JSON.`,
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
