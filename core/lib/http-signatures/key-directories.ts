import { chain } from "../kit/flow/chain.ts";
import { createFetchCache, type FetchOutcome } from "../kit/net/fetch-cache.ts";
import { cacheSeconds } from "../kit/net/freshness.ts";
import type { Agent } from "./agent.ts";
import { readKeySet } from "./key-set.ts";
import type { VerifyingKey } from "./keys.ts";
import type { UnverifiedReason } from "./signature-claim.ts";

/**
 * Fetches the key directory at a URL. Use a timeout and a size limit, accept public addresses only,
 * and follow no redirects. Rejects on bugs only.
 */
export type FetchDirectory = (
  url: string,
) => Promise<FetchedDirectory | "bad_directory" | "directory_unreachable">;

/** The body of a response with status 200. */
interface FetchedDirectory {
  readonly text: string;
  /** The Content-Type header. */
  readonly type: string | null;
  readonly cacheControl: string | null;
}

/** An agent's key, or the reason why it isn't available. */
type KeyLookup = VerifyingKey | UnverifiedReason;

interface KeyDirectories {
  /**
   * Returns the key with this thumbprint from the agent's directory. A fetch counts against
   * `network`.
   */
  find(agent: Agent, keyId: string, network: string): KeyLookup | Promise<KeyLookup>;
}

type Keys = ReadonlyMap<string, VerifyingKey>;

/** Bounds on the directory's max-age. They limit how long a removed key stays valid. */
const FRESHNESS = { minSeconds: 60, maxSeconds: 86_400, defaultSeconds: 3600 };
const FAILURE_SECONDS = 60;

/** The value of Accept in requests for a key directory. */
export const DIRECTORY_MEDIA_TYPES =
  "application/http-message-signatures-directory+json, application/jwk-set+json, application/json";

/**
 * Creates a cache of key directories by URL. Each directory is cached according to its
 * Cache-Control, and failures for a minute. An unknown key causes a new fetch at most once a
 * minute. A key is only valid for its own directory.
 */
export function createKeyDirectories(
  fetchDirectory: FetchDirectory,
  now: () => number,
): KeyDirectories {
  const cache = createFetchCache({ load: (url) => fetchKeys(fetchDirectory, url), now });
  return {
    find: ({ directory }, keyId, network) =>
      chain(
        cache.find(directory, network, (keys) => findKey(keys, keyId, now()) !== "unknown_key"),
        (found) => {
          if ("busySeconds" in found) return "busy";
          return "failure" in found ? found.failure : findKey(found.value, keyId, now());
        },
      ),
  };
}

function findKey(keys: Keys, keyId: string, time: number): KeyLookup {
  const key = keys.get(keyId);
  const seconds = time / 1000;
  return key && key.notBefore <= seconds && seconds < key.until ? key : "unknown_key";
}

async function fetchKeys(
  fetchDirectory: FetchDirectory,
  url: string,
): Promise<FetchOutcome<Keys, UnverifiedReason>> {
  const fetched = await fetchDirectory(url);
  if (typeof fetched === "string") return failed(fetched);
  const isJson = /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(fetched.type ?? "");
  const keys = isJson ? await readKeySet(fetched.text) : undefined;
  return keys
    ? { value: keys, seconds: cacheSeconds(fetched.cacheControl, FRESHNESS) }
    : failed("bad_directory");
}

const failed = (failure: UnverifiedReason) =>
  ({ failure, seconds: FAILURE_SECONDS, isTemporary: true }) as const;
