import { sortableId } from "../../lib/kit/bytes/sortable-id.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { RunRecord } from "../../ports/stores/run-store.ts";
import { createRequestTool } from "../app-requests/request-tool.ts";
import type { Actor } from "../auth/actor.ts";
import { type FoundTool, prepareRun, resolveConnection } from "./prepare-run.ts";
import type { RunDeps } from "./run-deps.ts";
import { createRunRecord } from "./run-record.ts";
import type { QueryRequest, QueryResult, RunOutcome, RunService } from "./run-service.ts";

const NOT_MODIFIED = 304;
const NO_HEADERS = { get: () => null };

/**
 * Creates the requests of triggers: polls, and subscriptions to the events of apps. Only failed polls
 * are stored as runs.
 */
export function createTriggerRequests({
  outbound,
  publicOutbound,
  loadComposer,
  connections,
  checkRequest,
  acquireFor,
  execute,
  storeOutcome,
  now,
}: RunDeps): Pick<RunService, "query" | "send"> {
  /** Sends a request whose outcome the caller stores or not. */
  const sendUnstored = async (
    actor: Actor,
    found: FoundTool,
    request: QueryRequest & { readonly isReadOnly: boolean },
  ): Promise<{ readonly outcome: RunOutcome; readonly result: QueryResult }> => {
    const { tool: name, timeoutMs } = request;
    const connection = await resolveConnection(actor, found, connections, request, timeoutMs);
    const startedAt = now();
    const id = sortableId("run", startedAt);
    const watched = watchHeaders(outbound, request.headers);
    const prepared = await prepareRun(
      { outbound: watched, publicOutbound, loadComposer, acquireSlot: acquireFor(actor.account) },
      found,
      { request, connection, idempotencyKey: id },
    );
    const { isUnsafe } = prepared.transport;
    if (request.isReadOnly && isUnsafe) throw new Error(`${name} may change something.`);
    const run: RunRecord = {
      ...createRunRecord(actor, prepared, { id, startedAt, request }),
      source: "trigger",
    };
    const outcome = await execute(prepared, run, timeoutMs);
    const { response, failure, next } = outcome.run;
    const isUnchanged = response?.status === NOT_MODIFIED;
    return {
      outcome,
      result: {
        status: response?.status,
        headers: watched.lastHeaders ?? NO_HEADERS,
        data: outcome.data,
        failure: isUnchanged ? undefined : failure,
        next,
        connection: run.connection,
      },
    };
  };

  return {
    async query(actor, catalogView, request) {
      const found = await checkRequest(catalogView, request);
      const { outcome, result } = await sendUnstored(actor, found, {
        ...request,
        isReadOnly: true,
      });
      if (result.failure) await storeOutcome(outcome, false);
      if (outcome.problem) throw outcome.problem;
      return result;
    },

    async send(actor, catalogView, { app, binding, args, ...request }) {
      const { record } = await catalogView.app(app);
      const tool = createRequestTool(record, binding);
      const countConnections = async () => 1;
      const found = { isOwn: record.isOwn === true, record, tool, countConnections };
      const { outcome, result } = await sendUnstored(actor, found, {
        ...request,
        tool: tool.name,
        input: args,
        isReadOnly: false,
      });
      if (outcome.problem) throw outcome.problem;
      return result;
    },
  };
}

/** Adds headers to the requests of a client, and returns the headers of the last response. */
function watchHeaders(
  outbound: Outbound,
  headers: Readonly<Record<string, string>> = {},
): Outbound & { readonly lastHeaders: { get(name: string): string | null } | undefined } {
  let lastHeaders: { get(name: string): string | null } | undefined;
  return {
    get lastHeaders() {
      return lastHeaders;
    },
    async fetch(url, options = {}) {
      const response = await outbound.fetch(url, {
        ...options,
        headers: { ...options.headers, ...headers },
      });
      lastHeaders = response.headers;
      return response;
    },
  };
}
