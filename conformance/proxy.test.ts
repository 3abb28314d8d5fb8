import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proxyExchanges } from "./cases/site/proxy.ts";
import { createProxyFixture } from "./fixtures/proxy.ts";
import { startUpstreamSite, type UpstreamSite } from "./fixtures/upstream-site.ts";
import { formatFailures } from "./format-failures.ts";
import { applyMutation } from "./mutations/mutation.ts";
import { proxyMutations } from "./mutations/proxy.ts";
import { createInProcessTarget, siteCore } from "./targets/core.ts";
import { bun, deno, node } from "./targets/runtimes.ts";
import { spawnServer } from "./targets/spawn-server.ts";
import type { Target } from "./targets/target.ts";
import type { TestRun } from "./test-run.ts";
import { createSession, type TestSession } from "./test-session.ts";

const MAIN = join(import.meta.dirname, "fixtures/proxy-main.ts");
const WORDS: Readonly<Record<string, readonly string[]>> = {
  node: [],
  bun: [],
  deno: ["run", "--allow-all", "--node-modules-dir=manual"],
};

describe.each([siteCore, node, bun, deno].map((kind) => [kind.name, kind] as const))(
  "in front of a site, on %s",
  (name, kind) => {
    let origin: UpstreamSite;
    let target: Target;
    let subject: TestSession;
    const missing = kind.skipReason?.();

    beforeAll(async () => {
      if (missing) return;
      origin = await startUpstreamSite();
      target =
        name === "core"
          ? await startInProcess(origin.url)
          : await spawnServer(name, [...WORDS[name]!, MAIN], /"url":"([^"]+)"/, {
              FIXTURE_UPSTREAM: origin.url,
            });
      subject = createSession(kind, target);
    });
    afterAll(async () => {
      await subject?.close();
      await origin?.close();
    });

    for (const [endpoint, exchanges] of Object.entries(proxyExchanges)) {
      for (const exchange of exchanges) {
        test(`${endpoint} › ${exchange.it}`, async ({ skip }) => {
          if (missing) skip(missing);
          const testRun: TestRun = {
            target: kind,
            caller: "http",
            endpoint,
            kind: "surface",
            it: exchange.it,
            status: exchange.status,
            definition: { exchange },
          };
          const outcome = await subject.run(testRun);
          if (outcome.result === "failed") throw new Error(formatFailures(outcome.failures));
          if (outcome.result === "skipped") skip(outcome.reason);
        });
      }
    }

    const onTheWire = (it: string, run: () => Promise<void>) =>
      test(`on the wire › ${it}`, async ({ skip }) => {
        if (missing) skip(missing);
        if (name === "core") skip("the core has no wire");
        await run();
      });
    const socketTo = () => connect(Number(new URL(target.url).port), "127.0.0.1");
    const waitForOutput = (text: string, milliseconds = 3000) =>
      new Promise<string>((resolve) => {
        const socket = socketTo();
        let received = "";
        socket.on("data", (chunk) => (received += chunk.toString("latin1")));
        socket.on("error", () => {});
        socket.on("close", () => resolve(received));
        setTimeout(() => socket.destroy(), milliseconds).unref();
        socket.write(text);
      });
    const head = (line: string, ...headers: string[]) =>
      [line, `Host: ${new URL(target.url).host}`, ...headers, "", ""].join("\r\n");

    onTheWire("forwards a chunked body to the origin", async () => {
      const text = await waitForOutput(
        `${head("POST /echo HTTP/1.1", "Transfer-Encoding: chunked", "Connection: close")}5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 200 /);
      expect(text).toContain('"length":11');
    });

    onTheWire("answers Expect: 100-continue", async () => {
      const text = await waitForOutput(
        `${head("POST /echo HTTP/1.1", "Content-Length: 5", "Expect: 100-continue", "Connection: close")}hello`,
      );
      expect(text).toContain('"length":5');
      expect(text).not.toMatch(/"expect"/);
    });

    test.each([
      [
        "a length and chunks",
        ["Content-Length: 5", "Transfer-Encoding: chunked"],
        "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
      [
        "chunks and a length",
        ["Transfer-Encoding: chunked", "Content-Length: 50"],
        "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
      [
        "two lengths",
        ["Content-Length: 0", "Content-Length: 40"],
        "GET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
      [
        "a length with a sign",
        ["Content-Length: +5"],
        "helloGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
      [
        "a list of lengths",
        ["Content-Length: 5, 6"],
        "helloGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
      [
        "an unknown coding",
        ["Transfer-Encoding: xchunked"],
        "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
      [
        "a coding with a space before the colon",
        ["Transfer-Encoding : chunked", "Content-Length: 4"],
        "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
      [
        "a coding twice",
        ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
        "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
    ] as const)(
      "on the wire › never forwards an ambiguous request: %s",
      async (_, headers, body) => {
        if (missing || name === "core") return;
        const before = origin.requests("/smuggled");
        await waitForOutput(
          head("POST /echo HTTP/1.1", ...headers) + body.replace("HOST", new URL(target.url).host),
          700,
        );
        expect(origin.requests("/smuggled")).toBe(before);
      },
    );

    onTheWire(
      "never forwards Content-Length without its body, which could smuggle a request",
      async () => {
        const smuggled = head("GET /smuggled HTTP/1.1");
        const before = origin.requests("/smuggled");
        const responses = await waitForOutput(
          `${head("GET /about HTTP/1.1", `Content-Length: ${smuggled.length}`)}${smuggled}${head("GET /about HTTP/1.1", "Connection: close")}`,
          1500,
        );
        expect(responses).toMatch(/^HTTP\/1\.1 (200|501) /);
        expect((await target.send({ path: "/about" })).text).toMatch(/since before agents/);
        expect(origin.requests("/smuggled")).toBe(before);
      },
    );

    onTheWire("removes client addresses that the client made up", async () => {
      const text = await waitForOutput(
        head(
          "GET /echo HTTP/1.1",
          "X-Forwarded-For: 9.9.9.9",
          "X_Forwarded_For: 9.9.9.9",
          "True-Client-IP: 9.9.9.9",
          "CF-Connecting-IP: 9.9.9.9",
          "X-Client-IP: 9.9.9.9",
          "X-Cluster-Client-IP: 9.9.9.9",
          "X-Original-Host: 9.9.9.9",
          "X-Host: 9.9.9.9",
          "Forwarded: for=9.9.9.9",
          "Connection: close",
        ),
      );
      expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*"x-forwarded-for":"(127\.0\.0\.1|::1)"/);
      expect(text).not.toContain("9.9.9.9");
    });

    onTheWire("sends a response without a body as such and keeps the connection", async () => {
      const responses = await waitForOutput(head("GET /reset HTTP/1.1"), 800);
      expect(responses).toMatch(/^HTTP\/1\.1 20[45] [\s\S]*\r\n\r\n$/);
      expect(responses).not.toContain("unexpected body");
      expect((await target.send({ path: "/reset" })).text).toBe("");
    });

    onTheWire("forwards a compressed robots.txt unchanged", async () => {
      expect(
        await target.send({
          path: "/robots.txt",
          headers: { "x-robots": "packed", "accept-encoding": "gzip" },
        }),
      ).toMatchObject({
        status: 200,
        headers: { "content-encoding": "gzip", "fixture-from-upstream": "1" },
      });
    });

    onTheWire("rejects CONNECT", async () => {
      const text = await waitForOutput(
        "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n",
        1000,
      );
      expect(text).not.toMatch(/^HTTP\/1\.1 (2|500)/);
    });

    onTheWire("aborts the upstream request when the client disconnects", async () => {
      const socket = socketTo();
      socket.on("error", () => {});
      socket.write(head("GET /endless HTTP/1.1"));
      await new Promise((resolve) => socket.once("data", resolve));
      socket.destroy();
      await origin.abortedRequests("/endless");
    });

    onTheWire("aborts an upstream request whose body breaks off", async () => {
      const socket = socketTo();
      socket.on("error", () => {});
      socket.write(`${head("POST /echo HTTP/1.1", "Content-Length: 1000")}half`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      socket.destroy();
      await origin.abortedRequests("/echo");
    });

    onTheWire("limits each client to its share of the connections", async () => {
      const socket = socketTo();
      socket.on("error", () => {});
      socket.write(
        head("GET /endless?share HTTP/1.1", "fixture-upstream: narrow", "fixture-client: greedy"),
      );
      await new Promise((resolve) => socket.once("data", resolve));
      const [greedy, other] = await Promise.all(
        ["greedy", "other"].map((client) =>
          target.send({
            path: "/about",
            headers: { "fixture-upstream": "narrow", "fixture-client": client },
          }),
        ),
      );
      expect(greedy).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
      expect(greedy!.text).toMatch(/"code":"unavailable".*is busy/);
      expect(other!.status).toBe(200);
      socket.destroy();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(
        (
          await target.send({
            path: "/about",
            headers: { "fixture-upstream": "narrow", "fixture-client": "greedy" },
          })
        ).status,
      ).toBe(200);
    });

    onTheWire("queues requests over the connection limit", async () => {
      const responses = await Promise.all(
        Array.from({ length: 12 }, () =>
          target.send({
            path: "/about",
            headers: { "fixture-upstream": "narrow", "fixture-client": "several" },
          }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    });

    onTheWire("closes the connection if the origin stops sending", async () => {
      const started = performance.now();
      const text = await waitForOutput(
        head("GET /endless?idle HTTP/1.1", "fixture-upstream: narrow", "fixture-client: patient"),
        5000,
      );
      expect(text).toMatch(/^HTTP\/1\.1 200 /);
      expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
      expect(performance.now() - started).toBeLessThan(4000);
    });

    onTheWire("closes the connection if the client stops reading", async () => {
      const socket = socketTo();
      socket.on("error", () => {});
      socket.write(
        head("GET /flood HTTP/1.1", "fixture-upstream: narrow", "fixture-client: asleep"),
      );
      await new Promise((resolve) => socket.once("data", resolve));
      socket.pause();
      await origin.abortedRequests("/flood");
      socket.destroy();
    });

    onTheWire("rejects a body that is too large, with a length and in chunks", async () => {
      const announced = await waitForOutput(
        `${head("POST /echo HTTP/1.1", "fixture-upstream: narrow", "Content-Length: 1001", "Connection: close")}${"x".repeat(1001)}`,
      );
      const chunked = await waitForOutput(
        `${head("POST /echo HTTP/1.1", "fixture-upstream: narrow", "Transfer-Encoding: chunked", "Connection: close")}${"1f4\r\n".concat("x".repeat(500), "\r\n").repeat(3)}0\r\n\r\n`,
      );
      for (const text of [announced, chunked])
        expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"/);
    });

    onTheWire(
      "breaks off where the origin does, so that a partial body is never taken for complete",
      async () => {
        const text = await waitForOutput(head("GET /breaks HTTP/1.1"), 4000);
        expect(text).toMatch(/^HTTP\/1\.1 200 /);
        expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
        expect((await target.send({ path: "/about" })).status).toBe(200);
      },
    );
  },
);

describe("mutations of the reverse proxy", () => {
  let origin: UpstreamSite;
  let unmodified: Target;
  beforeAll(async () => {
    origin = await startUpstreamSite();
    unmodified = await startInProcess(origin.url);
  });
  afterAll(async () => {
    await unmodified.close();
    await origin.close();
  });

  test.each(proxyMutations)("$defect", async (mutation) => {
    const [endpoint, it] = mutation.failingTest.split(" › ");
    const exchange = proxyExchanges[endpoint!]?.find((each) => each.it === it);
    expect(exchange, mutation.failingTest).toBeDefined();
    const testRun: TestRun = {
      target: siteCore,
      caller: "http",
      endpoint: endpoint!,
      kind: "surface",
      it: it!,
      status: exchange!.status,
      definition: { exchange: exchange! },
    };
    expect((await createSession(siteCore, unmodified).run(testRun)).result).toBe("passed");
    const outcome = await createSession(siteCore, applyMutation(unmodified, mutation)).run(testRun);
    expect(outcome.result === "failed" ? formatFailures(outcome.failures) : outcome.result).toMatch(
      mutation.message,
    );
  });
});

async function startInProcess(upstream: string): Promise<Target> {
  const fixture = await createProxyFixture("http://core.localhost", upstream);
  return { ...createInProcessTarget(fixture.handler), close: async () => fixture.close() };
}
