import { freshSeconds, remember } from "../../../domain/freshness.ts";
import { rateOf } from "../../../domain/rate.ts";
import { createBudget } from "../../../http/agents/budget.ts";
import { isOutboundFailure, type Outbound, type OutboundAnswer } from "../../../ports/outbound.ts";
import { type PlatformProfile, readProfile } from "../../domain/ucp/negotiation.ts";
import { type Fault, fault } from "./answers.ts";

/** A platform's profile, or why there is none. */
export type Found =
  | { readonly profile: PlatformProfile }
  | { readonly fault: Fault<400 | 422 | 424 | 503> };

/** Knows the profiles of platforms. */
export interface Profiles {
  /** `network` is who causes it to be fetched, if it must be. */
  find(url: URL, network: string): Promise<Found>;
}

/** How many are remembered, and as many addresses where there is none; and how many one network may cause to be fetched. */
const REMEMBERED = 500;
const EACH = rateOf(30, 60, 20);

/** A profile is asked for again after as long as it says, but not within a minute, and after a day at the latest. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FRESH = { least: 60, most: 86_400, unsaid: 300 };

const LIMITS = {
  headers: { accept: "application/json" },
  redirects: 0,
  timeoutMs: 5_000,
  maxBytes: 256 * 1024,
};

/** The profiles that are fetched in one way: each address once at a time, from memory while it is fresh. */
export function profilesOf(outbound: Outbound, now: () => number): Profiles {
  let profiles = known.get(outbound);
  if (!profiles) known.set(outbound, (profiles = createProfiles(outbound, now)));
  return profiles;
}

const known = new WeakMap<Outbound, Profiles>();

interface Entry {
  readonly found: Found;
  readonly fetched: number;
  readonly until: number;
}

function createProfiles(outbound: Outbound, now: () => number): Profiles {
  // In the order of their use, the longest unused first. What is none takes no room from what is one.
  const profiles = new Map<string, Entry>();
  const faults = new Map<string, Entry>();
  const fetching = new Map<string, Promise<Found>>();
  const secondsUntilAllowed = createBudget(now, EACH);
  const keep = (key: string, entry: Entry) => {
    const [its, others] = "profile" in entry.found ? [profiles, faults] : [faults, profiles];
    others.delete(key);
    remember(its, key, entry, REMEMBERED);
  };

  return {
    async find(url, network) {
      const key = url.href.split("#", 1)[0]!;
      const entry = profiles.get(key) ?? faults.get(key);
      if (entry) keep(key, entry);
      if (entry && entry.until > now()) return entry.found;
      const running = fetching.get(key);
      if (running) return running;
      const seconds = secondsUntilAllowed(network);
      // Who was known within a day is known while others keep us busy.
      if (seconds > 0)
        return entry && "profile" in entry.found && now() - entry.fetched < DAY
          ? entry.found
          : busy(seconds);
      const fetched = fetchProfile(outbound, key).then(({ found, milliseconds }) => {
        // A platform whose profile can't be had for a moment is still the platform that it was.
        const old =
          "fault" in found &&
          found.fault.status === 424 &&
          entry &&
          "profile" in entry.found &&
          now() - entry.fetched < DAY
            ? entry
            : undefined;
        keep(
          key,
          old
            ? { ...old, until: now() + MINUTE }
            : { found, fetched: now(), until: now() + milliseconds },
        );
        return old?.found ?? found;
      });
      fetching.set(key, fetched);
      return fetched.finally(() => fetching.delete(key));
    },
  };
}

const busy = (seconds: number): Found => ({
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
): Promise<{ found: Found; milliseconds: number }> {
  const { host } = new URL(url);
  let answer: OutboundAnswer;
  let text: string;
  try {
    answer = await outbound.fetch(url, LIMITS);
    if (answer.status !== 200) {
      await answer.body.cancel().catch(() => {});
      return failed(
        fault(
          424,
          "profile_unreachable",
          `The profile at ${host} was answered with ${answer.status}: it must be 200, without a redirect.`,
        ),
      );
    }
    text = await answer.text();
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    if (error.code === "too_large")
      return failed(
        fault(422, "profile_malformed", `The profile at ${host} is over ${LIMITS.maxBytes} bytes.`),
      );
    if (NOWHERE.has(error.code))
      return failed(
        fault(
          400,
          "invalid_profile_url",
          `The profile's address leads nowhere: ${host} is no public host.`,
        ),
      );
    return failed(
      fault(
        424,
        "profile_unreachable",
        `The profile at ${host} could not be fetched within five seconds.`,
      ),
    );
  }
  const profile = readProfile(text);
  if (!profile)
    return failed(
      fault(
        422,
        "profile_malformed",
        `What is at ${host} is no UCP profile: an object with ucp.version and ucp.capabilities, in JSON.`,
      ),
    );
  return {
    found: { profile },
    milliseconds: freshSeconds(answer.headers.get("cache-control"), FRESH) * 1000,
  };
}

const NOWHERE: ReadonlySet<string> = new Set(["blocked_url", "blocked_address", "unresolvable"]);

const failed = (fault: Fault<400 | 422 | 424 | 503>) => ({
  found: { fault },
  milliseconds: MINUTE,
});
