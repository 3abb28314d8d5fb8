import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { OperationEntry } from "../../generated/table.ts";
import { toClientCall } from "../callers/client-call.ts";
import { type Gateway, type GatewayExchange, startGateway } from "../callers/gateway.ts";
import { http } from "../callers/http.ts";
import { createPythonClient, nodeClient, skipImpossibleCall } from "../callers/remote-clients.ts";
import { type Case, isSkip } from "../case.ts";
import { platformCore, siteCore } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import type { ClientProgram, ProgramOutcome } from "./client-program.ts";
import { PYTHONS } from "./python/interpreters.ts";

const python = createPythonClient(PYTHONS[0]!, "blocking", "ci");

/** Headers of the connection. The gateway removes the others of this kind. */
const OWN_HEADERS = new Set(["user-agent", "accept-language", "sec-fetch-mode"]);

describe.each([siteCore, platformCore].map((kind) => [kind.service.name, kind] as const))(
  "the clients of the %s in both languages",
  (_, kind) => {
    const { service } = kind;
    let target: Target;
    let gateway: Gateway;
    let programs: readonly [ClientProgram, ClientProgram];
    let loadContext: () => Promise<unknown>;
    beforeAll(async () => {
      if (python.skipReason()) return;
      target = await kind.start();
      gateway = await startGateway(target);
      programs = [await nodeClient.start(service.name), await python.start(service.name)];
      loadContext = service.createContextLoader(http.connect(kind, target).call, target);
    });
    afterAll(async () => {
      for (const program of programs ?? []) await program.close();
      await gateway?.close();
      await target?.close();
    });

    const cases = Object.entries(service.cases).flatMap(([name, entries]) =>
      entries.map((each) => ({ name, it: each.it, each })),
    );

    test.for(cases)("send the same and report the same: $name › $it", async (entry, { skip }) => {
      const reason = python.skipReason();
      if (reason) return skip(reason);
      const operation = service.table.operations[entry.name]!;
      const call = await createCall(operation, entry.each, loadContext).catch((error: unknown) => {
        if (isSkip(error)) return skip(error.message);
        throw error;
      });
      const hasKey = "idempotency_key" in (call.options ?? {});
      const [first, second] = programs;
      const channel = gateway.open();
      const options = { apiKey: target.key };
      const outcome = await first.call({ ...options, baseUrl: channel.url }, call);
      const [exchange] = channel.exchanges;
      // The second client gets the response to the first, so that both have the same to report.
      const replay = gateway.open({
        send: async () => {
          assert.ok(exchange, "only Python sends a request");
          return exchange.response;
        },
      });
      const other = await second.call({ ...options, baseUrl: replay.url }, call);
      assert.deepEqual(
        replay.exchanges.map((each) => normalizeRequest(each, hasKey)),
        channel.exchanges.map((each) => normalizeRequest(each, hasKey)),
      );
      assert.deepEqual(normalizeOutcome(other), normalizeOutcome(outcome));
    });
  },
);

async function createCall(
  operation: OperationEntry,
  { input, headers = {} }: Case<any>,
  loadContext: () => Promise<any>,
) {
  const value = typeof input === "function" ? await input(await loadContext()) : input;
  skipImpossibleCall(operation, value);
  // Python sends named inputs in the order of the spec, and JavaScript in that of the caller.
  const inOrder = Object.keys(operation.input.properties).filter((name) => name in value);
  const ordered = Object.fromEntries(inOrder.map((name) => [name, value[name]]));
  return toClientCall(operation, ordered, headers);
}

/** A body is canonical: sorted names, and a mark in place of a generated key. */
function normalizeRequest({ request }: GatewayExchange, hasKey: boolean) {
  const headers = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name));
  const body =
    request.body === undefined ? undefined : (JSON.parse(request.body) as Record<string, unknown>);
  if (body?.["idempotency_key"] && !hasKey) body["idempotency_key"] = "generated";
  return {
    method: request.method,
    path: request.path,
    headers: Object.fromEntries(headers),
    body,
  };
}

function normalizeOutcome({ value, error }: ProgramOutcome) {
  if (!error) return { value };
  const { code, message, status, requestId, hint, retryable, retryAfter } = error;
  const { isJackfieldError, problem, attempts, sent } = error;
  return {
    ...{ isJackfieldError, code, message, status, requestId, hint, retryable, retryAfter },
    ...{ problem, attempts, sent },
  };
}
