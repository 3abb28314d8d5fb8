import { hex, sha256 } from "../../domain/digest.ts";
import type { CheckoutStore } from "../../ports/checkout-store.ts";
import { Problem } from "../../problem.ts";
import { newCheckoutId } from "../domain/checkout.ts";

/** A request that is to be carried out once. */
export interface IdempotentRequest {
  /** Who asks, as far as that is known: nobody else's key is the same. */
  readonly identity: string;
  /** What is asked: a path. */
  readonly path: string;
  /** The client's own. */
  readonly key: string;
  /** What is asked for, in JSON or anything like it. Objects are the same whatever the order of their members. */
  readonly request: unknown;
  /** The checkout that the request changes; left out, it makes a new one. */
  readonly checkout?: string | undefined;
  /** What to do while another request of the same key is being carried out: wait for what it is answered, or refuse. */
  readonly whileInProgress: "wait" | "refuse";
}

/** What is needed to do something once. */
export interface IdempotencyDeps {
  readonly storage: CheckoutStore;
  now(): number;
  readonly signal: AbortSignal;
}

/**
 * Carries out a request once for each key of each client, for a day, whatever fails in between: whoever takes over from
 * one who did not get to the end is given the same checkout. `work` gives the answer as text, which is kept. A `Problem`
 * and any other error leave the request to be tried again. Throws the `Problem`s "idempotency_conflict" and
 * "request_in_flight".
 */
export async function runIdempotently(
  { storage, now, signal }: IdempotencyDeps,
  { identity, path, key, request, checkout = newCheckoutId(), whileInProgress }: IdempotentRequest,
  execute: (checkout: string) => Promise<string>,
): Promise<{ readonly checkout: string; readonly answer: string; readonly isReplay: boolean }> {
  const [claimKey, requestDigest] = await Promise.all([
    sha256Hex(JSON.stringify([identity, path, key])),
    sha256Hex(canonicalJson(request)),
  ]);
  const claimRequest = { key: claimKey, request: requestDigest, checkout };
  const waitUntil = whileInProgress === "wait" ? now() + WAIT_MILLISECONDS : 0;
  for (;;) {
    signal.throwIfAborted();
    const at = now();
    const claim = await storage.claim({
      ...claimRequest,
      now: at,
      until: at + LEASE_MILLISECONDS,
      keep: at + RETENTION_MILLISECONDS,
    });
    if (claim.outcome === "completed") return { ...claim, isReplay: true };
    if (claim.outcome === "conflict") {
      throw new Problem(
        "idempotency_conflict",
        "The idempotency key was used for a request that said something else.",
        { hint: "Use a new key for a new request." },
      );
    }
    if (claim.outcome === "acquired") {
      try {
        const answer = await execute(claim.checkout);
        await storage.completeClaim(claimKey, answer);
        return { checkout: claim.checkout, answer, isReplay: false };
      } catch (error) {
        // Where even this fails, the claim runs out by itself.
        await storage.releaseClaim(claimKey).catch(() => {});
        throw error;
      }
    }
    if (at >= waitUntil) {
      throw new Problem(
        "request_in_flight",
        "A request with the same idempotency key is being carried out.",
        { headers: { "retry-after": "1" } },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}

/** Longer than the payment provider is waited for. */
const LEASE_MILLISECONDS = 60_000;
const RETENTION_MILLISECONDS = 25 * 3_600_000;
const WAIT_MILLISECONDS = 15_000;
const POLL_MILLISECONDS = 50;

/** JSON with the members of objects in the order of their names. */
function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? ""
  );
}

/** SHA-256, in hexadecimal digits. */
const sha256Hex = async (text: string): Promise<string> => hex(await sha256(text));
