import { setRecent } from "../../../lib/kit/net/freshness.ts";
import { appOf } from "../../../ports/stores/trigger-store.ts";
import type { PollWatch } from "../../../ports/trigger-definition.ts";
import type { Actor } from "../../auth/actor.ts";
import type { QueryResult } from "../../runs/run-service.ts";
import { createDestinations } from "../actions/destinations.ts";
import type { TriggerDeps } from "../trigger-types.ts";

interface PollRequest {
  readonly input: object;
  readonly headers?: Record<string, string> | undefined;
  /** Whether the response must not be older than the request. */
  readonly isFresh?: boolean | undefined;
  /** Whether the check has begun, so that it waits instead of being postponed. */
  readonly hasBegun?: boolean | undefined;
}

/** Sends the requests of polls. */
export type SendPollRequest = (
  actor: Actor,
  watch: PollWatch,
  connection: string | undefined,
  request: PollRequest,
) => Promise<QueryResult>;

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 5_000_000;
/** Equal requests of several triggers within this time are one. */
const SHARED_MILLISECONDS = 10_000;
const MAX_SHARED = 1_000;
const MAX_REQUESTS = 50;
/**
 * Creates the sender. Triggers with the same connection, tool and arguments share a request, and a
 * connection gets at most 5 requests at once. It rejects with `DestinationBusy` if others wait already.
 */
export function createPollRequests({
  runs,
  catalogViewFor,
  now,
  random,
}: TriggerDeps): SendPollRequest {
  const shared = new Map<
    string,
    { readonly result: Promise<QueryResult>; readonly until: number }
  >();
  const destinations = createDestinations(MAX_REQUESTS, { now, random });

  return (actor, watch, connection, { input, headers, isFresh = false, hasBegun = isFresh }) => {
    const key = JSON.stringify([actor.account, actor.user, watch.tool, connection, input, headers]);
    const last = isFresh ? undefined : shared.get(key);
    if (last && last.until > now()) return last.result;
    const destination = JSON.stringify([actor.account, actor.user, appOf(watch), connection]);
    const send = () =>
      runs.query(actor, catalogViewFor(actor), {
        tool: watch.tool,
        input: { ...input },
        connection,
        headers,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
    const result = destinations.run(destination, send, { isPatient: hasBegun });
    setRecent(shared, key, { result, until: now() + SHARED_MILLISECONDS }, MAX_SHARED);
    result.catch(() => shared.delete(key));
    return result;
  };
}
