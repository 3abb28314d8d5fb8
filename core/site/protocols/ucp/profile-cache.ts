import { createRate } from "../../../lib/kit/flow/rate.ts";
import { createFetchCache, type FetchOutcome } from "../../../lib/kit/net/fetch-cache.ts";
import { cacheSeconds } from "../../../lib/kit/net/freshness.ts";
import { textBefore } from "../../../lib/kit/text/text-before.ts";
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
  | { readonly fault: ProfileFault };

type ProfileFault = Fault<400 | 422 | 424 | 503>;

/** Fetches and caches the profiles of platforms. */
interface ProfileCache {
  /** Counts a fetch against the rate of `network`. */
  find(url: URL, network: string): Promise<ProfileResult>;
}

/** The rate at which one network may cause fetches. */
const NETWORK_RATE = createRate(30, 60, 20);

const FAULT_SECONDS = 60;

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

function createProfileCache(outbound: Outbound, now: () => number): ProfileCache {
  const cache = createFetchCache({
    load: (url) => fetchProfile(outbound, url),
    now,
    networkRate: NETWORK_RATE,
  });
  return {
    async find(url, network) {
      const found = await cache.find(textBefore(url.href, "#"), network);
      if ("busySeconds" in found) return tooManyFetches(found.busySeconds);
      return "failure" in found ? { fault: found.failure } : { profile: found.value };
    },
  };
}

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
): Promise<FetchOutcome<PlatformProfile, ProfileFault>> {
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
    value: profile,
    seconds: cacheSeconds(response.headers.get("cache-control"), FRESHNESS),
  };
}

const BLOCKED_CODES: ReadonlySet<string> = new Set([
  "blocked_url",
  "blocked_address",
  "unresolvable",
]);

const faultResult = (failure: ProfileFault) => ({
  failure,
  seconds: FAULT_SECONDS,
  isTemporary: failure.status === 424,
});
