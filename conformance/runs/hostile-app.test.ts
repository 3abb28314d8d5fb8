import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { createApp } from "../../core/lib/openapi-tools/call/testing.ts";
import {
  createRunFixture,
  readTool,
  rejectedProblem,
  writeTool,
} from "../fixtures/platform/run-fixture.ts";
import { createRunner, respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";

describe("a hostile app", () => {
  it("can't exhaust memory with an endless response", async () => {
    const chunk = Buffer.alloc(1_000_000, "x");
    const fixture = await createRunFixture((_, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const writeMore = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", writeMore);
      };
      writeMore();
    });
    const { run, data } = await fixture.run(readTool);
    expect(run).toMatchObject({ status: "succeeded", response: { size: 20_000_000, isCut: true } });
    expect(String(data)).toHaveLength(1_000_000);
  });

  it("can't exhaust memory with a compressed response", async () => {
    const compressed = gzipSync(Buffer.alloc(100_000_000));
    const fixture = await createRunFixture((_, response) =>
      response
        .writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" })
        .end(compressed),
    );
    expect((await fixture.run(readTool)).run).toMatchObject({
      status: "succeeded",
      response: { size: 20_000_000, isCut: true },
    });
  });

  it("can't extend a run with a slow endless body", async () => {
    const fixture = await createRunFixture((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"a":');
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    const { run } = await fixture.run(readTool, { timeoutMs: 300 });
    expect(run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_timeout" },
      response: { isCut: true },
    });
  });

  it("can't redirect a credential to another origin", async () => {
    const thief = await startUpstream(respondJson({ got: 1 }));
    onTestFinished(() => thief.close());
    const fixture = await createRunFixture(
      (_, response) => response.writeHead(302, { location: `${thief.origin}/take` }).end(),
      { allowedOrigins: [thief.origin] },
    );
    await fixture.run(readTool);
    expect(thief.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect((await fixture.run(writeTool)).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_redirect" },
    });
    expect(thief.requests).toHaveLength(1);
  });

  it.each(["http://169.254.169.254/latest/meta-data/", "http://[::1]:1/", "http://10.0.0.1/"])(
    "can't redirect to %s",
    async (location) => {
      const fixture = await createRunFixture((_, response) =>
        response.writeHead(302, { location }).end(),
      );
      expect(await rejectedProblem(fixture.run(readTool))).toMatchObject({
        code: "blocked_address",
        status: 422,
      });
    },
  );

  it("can't have a host name that resolves to a private address", async () => {
    const runner = await createRunner({ allowedOrigins: [], resolve: async () => ["192.168.1.1"] });
    onTestFinished(() => runner.close());
    expect(
      await rejectedProblem(runner.run(createApp("https://desk.example"), readTool)),
    ).toMatchObject({
      code: "blocked_address",
    });
  });

  it("can't return deeply nested JSON as data", async () => {
    const fixture = await createRunFixture((_, response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end("[".repeat(5000) + "]".repeat(5000)),
    );
    expect(typeof (await fixture.run(readTool)).data).toBe("string");
  });
});
