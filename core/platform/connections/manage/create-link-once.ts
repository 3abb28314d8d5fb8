import {
  digestIdempotencyKey,
  idempotencyConflict,
  requestInFlight,
} from "../../../http/idempotency.ts";
import type { Actor } from "../../auth/actor.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { notFoundProblem } from "../connection-problems.ts";
import type { CreatedLink } from "../connection-service.ts";
import { LINK_MILLISECONDS } from "../flow/connect-links.ts";

/** A request for a connect link. */
interface LinkRequest {
  readonly operation: "connect" | "reconnect";
  /** Absent: the link is created each time. */
  readonly idempotencyKey: string | undefined;
  /** The inputs, as JSON. */
  readonly inputs: unknown;
}

/** A link as it is encrypted in the store. */
type StoredLink = Pick<CreatedLink, "url" | "expires"> & { readonly connection: string };

/** How long a request can take before another may create the link instead. */
const LEASE_MILLISECONDS = 60_000;

/**
 * Creates a connect link at most once per API key and idempotency key, for as long as the link
 * works. A repeated request returns the same link and the current state of its connection. Throws
 * the `Problem`s "idempotency_conflict" and "request_in_flight".
 */
export async function createLinkOnce(
  deps: Pick<ConnectionDeps, "store" | "vault" | "now" | "onError">,
  actor: Actor,
  { operation, idempotencyKey, inputs }: LinkRequest,
  create: () => Promise<CreatedLink>,
): Promise<CreatedLink> {
  if (idempotencyKey === undefined) return create();
  const { store, vault, onError } = deps;
  const { account } = actor;
  const scope = [operation, account, actor.id];
  const digests = await digestIdempotencyKey(scope, idempotencyKey, inputs);
  const context = { id: digests.key, field: "link" };
  const now = deps.now();
  const claim = await store.claimLink({
    ...digests,
    now,
    until: now + LEASE_MILLISECONDS,
    keep: now + LINK_MILLISECONDS,
  });
  if (claim.outcome === "conflict")
    throw idempotencyConflict("request", "Use a new idempotency key if an input changes.");
  if (claim.outcome === "in_progress")
    throw requestInFlight(
      "A request with the same idempotency key is in progress.",
      "Try again in a second with the same idempotency key.",
    );
  if (claim.outcome === "completed") {
    const text = await vault.decrypt(account, claim.encryptedLink, context);
    const { url, expires, connection } = JSON.parse(text) as StoredLink;
    const stored = await store.find(connection);
    if (!stored) throw notFoundProblem(connection);
    return { url, expires, stored };
  }
  try {
    const link = await create();
    const { url, expires, stored } = link;
    const storedLink: StoredLink = { url, expires, connection: stored.connection.id };
    const encryptedLink = await vault.encrypt(account, JSON.stringify(storedLink), context);
    await store.completeLinkClaim(digests.key, encryptedLink);
    return link;
  } catch (error) {
    // If the release fails too, the claim expires.
    await store.releaseLinkClaim(digests.key).catch(onError);
    throw error;
  }
}
