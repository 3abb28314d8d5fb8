import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveOptions } from "../../../generated/clients/js/src/runtime/options.ts";
import type { Route } from "../../../generated/clients/js/src/runtime/request.ts";
import { Transport } from "../../../generated/clients/js/src/runtime/transport.ts";
import { type Reply, type ScriptedServer, startScriptedServer } from "../scripted-server.ts";

/** A POST without an idempotency key, which the spec could declare. */
const ROUTE: Route = { endpoint: "POST /orders", hasBody: true };

describe("a call that must not be carried out twice", () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer();
  });
  afterAll(() => server.close());

  const call = (reply: Reply, baseUrl = server.url) => {
    server.script([reply]);
    const options = resolveOptions({ baseUrl, timeout: 400 }, { baseUrlVariable: "NONE" });
    return new Transport(options).call(ROUTE, {});
  };

  it.each<[string, Reply, string]>([
    ["a lost connection", "drop", "connection_failed"],
    ["a timeout", "hang", "timed_out"],
    ["a cut body", "cut", "connection_failed"],
    ["a server error", { problem: 500, retryAfter: "0" }, "some_code"],
  ])("isn't repeated after %s", async (_, reply, code) => {
    await expect(call(reply)).rejects.toMatchObject({ code, attempts: 1, sent: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([429, 503])("is repeated after %d, because nothing was done", async (problem) => {
    await call({ problem, retryAfter: "0" });
    expect(server.requests).toHaveLength(2);
  });

  it("is repeated after a refused connection, and says that nothing was sent", async () => {
    const gone = await startScriptedServer();
    await gone.close();
    await expect(call({ problem: 500 }, gone.url)).rejects.toMatchObject({
      code: "connection_failed",
      attempts: 3,
      sent: 0,
      retryable: true,
    });
  });
});
