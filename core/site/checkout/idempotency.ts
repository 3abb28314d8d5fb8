import {
  digestIdempotencyKey,
  type IdempotencyDigests,
  idempotencyConflict,
  requestInFlight,
} from "../../http/idempotency.ts";
import { hex, sha256 } from "../../lib/kit/bytes/digest.ts";
import { sleep } from "../../lib/kit/flow/sleep.ts";
import type { CheckoutStore } from "../../ports/stores/checkout-store.ts";
import { newCheckoutId } from "./checkout.ts";

/** A request to execute at most once. */
interface IdempotentRequest {
  /** Keys of different protocols never conflict. HTTP and MCP are those of Jackfield's API. */
  readonly protocol: "http" | "mcp" | "ucp" | "acp";
  /** The client, as far as it is known. Keys of different clients never conflict. */
  readonly identity: string;
  /** The operation or the path of the request. */
  readonly path: string;
  /** The client's idempotency key. */
  readonly key: string;
  /** The content of the request, as JSON. The order of object members doesn't matter. */
  readonly request: unknown;
  /** The checkout that the request changes. Absent if the request creates one. */
  readonly checkout?: string | undefined;
  /**
   * What a different request with the same key is: an error, "idempotency_conflict", or the request
   * of another client that happened to choose the same key.
   */
  readonly differentRequest: "conflict" | "separate";
  /** Whether to wait for a concurrent request with the same key or to throw "request_in_flight". */
  readonly whileInProgress: "wait" | "refuse";
}

/** The outcome of a request, executed now or before. */
interface IdempotentResult {
  readonly checkout: string;
  /** The text that `execute` returned. */
  readonly response: string;
  /** Whether the response was stored by an earlier request. */
  readonly isReplay: boolean;
}

interface IdempotencyDeps {
  readonly checkoutStore: CheckoutStore;
  now(): number;
  readonly signal: AbortSignal;
}

/**
 * Executes a request at most once per client and key within 25 hours. The text that `execute`
 * returns is stored and replayed. If `execute` throws or the process crashes, the next request with
 * the key executes again, with the same checkout ID. Throws the `Problem`s "idempotency_conflict"
 * and "request_in_flight".
 */
export async function runIdempotently(
  { checkoutStore, now, signal }: IdempotencyDeps,
  idempotentRequest: IdempotentRequest,
  execute: (checkout: string) => Promise<string>,
): Promise<IdempotentResult> {
  const { checkout = newCheckoutId(), whileInProgress } = idempotentRequest;
  const digests = await digestRequest(idempotentRequest);
  const claimRequest = { ...digests, checkout };
  const waitUntil = whileInProgress === "wait" ? now() + WAIT_MILLISECONDS : 0;
  for (;;) {
    signal.throwIfAborted();
    const claimedAt = now();
    const claim = await checkoutStore.claim({
      ...claimRequest,
      now: claimedAt,
      until: claimedAt + LEASE_MILLISECONDS,
      keep: claimedAt + RETENTION_MILLISECONDS,
    });
    if (claim.outcome === "completed")
      return { checkout: claim.checkout, response: claim.answer, isReplay: true };
    if (claim.outcome === "conflict")
      throw idempotencyConflict("request", "Use a new key for each new request.");
    if (claim.outcome === "acquired") {
      try {
        const response = await execute(claim.checkout);
        await checkoutStore.completeClaim(digests.key, response);
        return { checkout: claim.checkout, response, isReplay: false };
      } catch (error) {
        // If the release fails too, the claim expires.
        await checkoutStore.releaseClaim(digests.key).catch(() => {});
        throw error;
      }
    }
    if (claimedAt >= waitUntil)
      throw requestInFlight("A request with the same idempotency key is in progress.");
    await sleep(POLL_MILLISECONDS);
  }
}

async function digestRequest({
  protocol,
  identity,
  path,
  key,
  request,
  differentRequest,
}: IdempotentRequest): Promise<IdempotencyDigests> {
  const digests = await digestIdempotencyKey([protocol, identity, path], key, request);
  if (differentRequest === "conflict") return digests;
  return { ...digests, key: hex(await sha256(`${digests.key} ${digests.request}`)) };
}

/** Longer than the timeout of requests to the payment provider. */
const LEASE_MILLISECONDS = 60_000;
const RETENTION_MILLISECONDS = 25 * 3_600_000;
const WAIT_MILLISECONDS = 15_000;
const POLL_MILLISECONDS = 50;
