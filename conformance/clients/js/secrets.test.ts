import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RUNTIMES, runProgram } from "../../ports/runtimes.ts";

const PROGRAM = join(import.meta.dirname, "../programs/show-secrets.mjs");
const MODULE = pathToFileURL(
  resolve(import.meta.dirname, "../../../generated/clients/js/src/platform.ts"),
).href;
const KEY = "jkf_live_planted_key";
const HEADER = "planted_header";
const ARGUMENT = "planted_argument";

describe.each(RUNTIMES)("everything that can be logged of the client on $name", (runtime) => {
  const received: (IncomingMessage & { body?: string })[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push(Object.assign(request, { body }));
    const reply = request.url!.split("/")[1];
    if (reply === "problem")
      response.writeHead(409, { "content-type": "application/problem+json" }).end(
        JSON.stringify({
          code: "connection_required",
          detail: "Not connected.",
          hint: "Connect.",
        }),
      );
    if (reply === "html") response.writeHead(502).end("<h1>Bad gateway</h1>");
    if (reply === "redirect")
      response.writeHead(307, { location: "https://elsewhere.example/" }).end();
    if (reply === "drop") request.socket.destroy();
    if (reply === "cut")
      response
        .writeHead(200, { "content-length": "100" })
        .write("{", () => void request.socket.destroy());
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done())));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("contains no API key, no header and no argument", { timeout: 60_000 }, async ({ skip }) => {
    if (runtime.skipReason) return skip(runtime.skipReason);
    const { port } = server.address() as AddressInfo;
    const { code, lines, errors } = await runProgram(runtime.name, PROGRAM, {
      args: [MODULE, `http://127.0.0.1:${port}`],
      environment: { PLANTED_KEY: KEY, PLANTED_HEADER: HEADER, PLANTED_ARGUMENT: ARGUMENT },
    });
    expect(code, errors).toBe(0);
    for (const { headers, body } of received) {
      expect(headers.authorization).toBe(`Bearer ${KEY}`);
      expect(headers["x-tenant"]).toBe(HEADER);
      expect(body).toContain(ARGUMENT);
    }
    const shown = [...lines, errors].join("\n");
    for (const label of [
      ...["client Jackfield", "onRequest", "onResponse", "onRetry"],
      ...["problem: connection_required", "html: unreadable_answer", "redirect: unreadable_answer"],
      ...["drop: connection_failed", "cut: connection_failed", "hang: timed_out"],
      ...["refused: connection_failed", "aborted: aborted", "invalid: invalid_input"],
    ])
      expect(shown).toContain(label);
    for (const secret of [KEY, HEADER, ARGUMENT])
      expect(shown.split("\n").filter((line) => line.includes(secret))).toEqual([]);
  });
});
