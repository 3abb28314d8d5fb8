import { hex, sha256 } from "../lib/kit/bytes/digest.ts";
import { Problem } from "./problem.ts";

/** The digests under which a store keeps an idempotency key and the request that it belongs to. */
export interface IdempotencyDigests {
  readonly key: string;
  /** Differs if the same key is sent with another request. */
  readonly request: string;
}

/**
 * Digests an idempotency key and a request. `scope` identifies the client, so that keys of different
 * clients never conflict. The order of object members in `request` doesn't matter.
 */
export async function digestIdempotencyKey(
  scope: readonly unknown[],
  idempotencyKey: string,
  request: unknown,
): Promise<IdempotencyDigests> {
  const [key, requestDigest] = await Promise.all([
    sha256(JSON.stringify([...scope, idempotencyKey])),
    sha256(canonicalJson(request)),
  ]);
  return { key: hex(key), request: hex(requestDigest) };
}

/** Serializes JSON with the members of each object sorted by name. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? ""
  );
}

/** The `Problem` for a key that was used for a different request. `kind` is "request" or "run". */
export const idempotencyConflict = (kind: string, hint: string): Problem =>
  new Problem(
    "idempotency_conflict",
    `The idempotency key was already used for a different ${kind}.`,
    { hint },
  );

/** The `Problem` for a key whose request is in progress. */
export const requestInFlight = (message: string, hint?: string): Problem =>
  new Problem("request_in_flight", message, {
    headers: { "retry-after": "1" },
    ...(hint && { hint }),
  });
