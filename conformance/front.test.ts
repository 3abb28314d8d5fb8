import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frontExchanges } from "./cases/site/front.ts";
import type { Cell } from "./cell.ts";
import { explained } from "./complaint.ts";
import { defective } from "./planted/defect.ts";
import { frontDefects } from "./planted/front.ts";
import { createFrontRig } from "./rig/front.ts";
import { type RigOrigin, rigOrigin } from "./rig/origin.ts";
import { type Subject, subjectOf } from "./run.ts";
import { core, inProcess } from "./targets/core.ts";
import { bun, deno, node } from "./targets/runtimes.ts";
import { spawned } from "./targets/spawned.ts";
import type { Target } from "./targets/target.ts";

const MAIN = join(import.meta.dirname, "rig/front-main.ts");
const WORDS: Readonly<Record<string, readonly string[]>> = {
  node: [],
  bun: [],
  deno: ["run", "--allow-all", "--node-modules-dir=manual"],
};

describe.each([core, node, bun, deno].map((kind) => [kind.name, kind] as const))(
  "in front of a site, on %s",
  (name, kind) => {
    let origin: RigOrigin;
    let target: Target;
    let subject: Subject;
    const missing = kind.missing?.();

    beforeAll(async () => {
      if (missing) return;
      origin = await rigOrigin();
      target =
        name === "core"
          ? await inThisProcess(origin.url)
          : await spawned(name, [...WORDS[name]!, MAIN], /"url":"([^"]+)"/, {
              RIG_ORIGIN: origin.url,
            });
      subject = subjectOf(kind, target);
    });
    afterAll(async () => {
      await subject?.close();
      await origin?.close();
    });

    for (const [asked, exchanges] of Object.entries(frontExchanges)) {
      for (const exchange of exchanges) {
        test(`${asked} › ${exchange.it}`, async ({ skip }) => {
          if (missing) skip(missing);
          const cell: Cell = {
            target: kind,
            caller: "http",
            asked,
            kind: "surface",
            it: exchange.it,
            status: exchange.status,
            what: { exchange },
          };
          const outcome = await subject.run(cell);
          if (outcome.result === "failed") throw new Error(explained(outcome.complaints));
          if (outcome.result === "skipped") skip(outcome.because);
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
    const said = (text: string, milliseconds = 3000) =>
      new Promise<string>((resolve) => {
        const socket = socketTo();
        let answer = "";
        socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
        socket.on("error", () => {});
        socket.on("close", () => resolve(answer));
        setTimeout(() => socket.destroy(), milliseconds).unref();
        socket.write(text);
      });
    const head = (line: string, ...headers: string[]) =>
      [line, `Host: ${new URL(target.url).host}`, ...headers, "", ""].join("\r\n");

    onTheWire("gives a body in chunks to the origin", async () => {
      const answer = await said(
        `${head("POST /echo HTTP/1.1", "Transfer-Encoding: chunked", "Connection: close")}5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain('"length":11');
    });

    onTheWire("tells a client that waits to go on sending", async () => {
      const answer = await said(
        `${head("POST /echo HTTP/1.1", "Content-Length: 5", "Expect: 100-continue", "Connection: close")}hello`,
      );
      expect(answer).toContain('"length":5');
      expect(answer).not.toMatch(/"expect"/);
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
        "a coding that nobody knows",
        ["Transfer-Encoding: xchunked"],
        "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
      [
        "a coding with a blank before the colon",
        ["Transfer-Encoding : chunked", "Content-Length: 4"],
        "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
      [
        "a coding twice",
        ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
        "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n",
      ],
    ] as const)(
      "on the wire › passes on nothing that could be read two ways: %s",
      async (_, headers, body) => {
        if (missing || name === "core") return;
        const before = origin.asked("/smuggled");
        await said(
          head("POST /echo HTTP/1.1", ...headers) + body.replace("HOST", new URL(target.url).host),
          700,
        );
        expect(origin.asked("/smuggled")).toBe(before);
      },
    );

    onTheWire(
      "sends no length without its body, by which the next request would be taken for it",
      async () => {
        const smuggled = head("GET /smuggled HTTP/1.1");
        const before = origin.asked("/smuggled");
        const answers = await said(
          `${head("GET /about HTTP/1.1", `Content-Length: ${smuggled.length}`)}${smuggled}${head("GET /about HTTP/1.1", "Connection: close")}`,
          1500,
        );
        expect(answers).toMatch(/^HTTP\/1\.1 (200|501) /);
        expect((await target.ask({ path: "/about" })).text).toMatch(/since before agents/);
        expect(origin.asked("/smuggled")).toBe(before);
      },
    );

    onTheWire("tells the origin of no address that a client has made up", async () => {
      const answer = await said(
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
      expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*"x-forwarded-for":"(127\.0\.0\.1|::1)"/);
      expect(answer).not.toContain("9.9.9.9");
    });

    onTheWire("gives an answer that has no body without one, and goes on", async () => {
      const answers = await said(head("GET /reset HTTP/1.1"), 800);
      expect(answers).toMatch(/^HTTP\/1\.1 20[45] [^]*\r\n\r\n$/);
      expect(answers).not.toContain("not to be there");
      expect((await target.ask({ path: "/reset" })).text).toBe("");
    });

    onTheWire(
      "passes a robots.txt on that comes packed, for it is the origin's all the same",
      async () => {
        expect(
          await target.ask({
            path: "/robots.txt",
            headers: { "x-robots": "packed", "accept-encoding": "gzip" },
          }),
        ).toMatchObject({
          status: 200,
          headers: { "content-encoding": "gzip", "rig-behind": "1" },
        });
      },
    );

    onTheWire("is no tunnel", async () => {
      const answer = await said(
        "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n",
        1000,
      );
      expect(answer).not.toMatch(/^HTTP\/1\.1 (2|500)/);
    });

    onTheWire("ends what it asks of the origin when the client goes away", async () => {
      const socket = socketTo();
      socket.on("error", () => {});
      socket.write(head("GET /endless HTTP/1.1"));
      await new Promise((resolve) => socket.once("data", resolve));
      socket.destroy();
      await origin.abandoned("/endless");
    });

    onTheWire("ends a request whose body breaks off", async () => {
      const socket = socketTo();
      socket.on("error", () => {});
      socket.write(`${head("POST /echo HTTP/1.1", "Content-Length: 1000")}half`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      socket.destroy();
      await origin.abandoned("/echo");
    });

    onTheWire(
      "gives one client no more than its share of the connections, and says so",
      async () => {
        const socket = socketTo();
        socket.on("error", () => {});
        socket.write(
          head("GET /endless?share HTTP/1.1", "rig-origin: narrow", "rig-client: greedy"),
        );
        await new Promise((resolve) => socket.once("data", resolve));
        const [greedy, other] = await Promise.all(
          ["greedy", "other"].map((client) =>
            target.ask({
              path: "/about",
              headers: { "rig-origin": "narrow", "rig-client": client },
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
            await target.ask({
              path: "/about",
              headers: { "rig-origin": "narrow", "rig-client": "greedy" },
            })
          ).status,
        ).toBe(200);
      },
    );

    onTheWire("has who comes too soon wait for another to end", async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          target.ask({
            path: "/about",
            headers: { "rig-origin": "narrow", "rig-client": "several" },
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    });

    onTheWire("lets go of an origin that has stopped sending", async () => {
      const started = performance.now();
      const answer = await said(
        head("GET /endless?idle HTTP/1.1", "rig-origin: narrow", "rig-client: patient"),
        5000,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
      expect(performance.now() - started).toBeLessThan(4000);
    });

    onTheWire("lets go of a client that has stopped reading", async () => {
      const socket = socketTo();
      socket.on("error", () => {});
      socket.write(head("GET /flood HTTP/1.1", "rig-origin: narrow", "rig-client: asleep"));
      await new Promise((resolve) => socket.once("data", resolve));
      socket.pause();
      await origin.abandoned("/flood");
      socket.destroy();
    });

    onTheWire("refuses a body that is too large, by its length and by its chunks", async () => {
      const announced = await said(
        `${head("POST /echo HTTP/1.1", "rig-origin: narrow", "Content-Length: 1001", "Connection: close")}${"x".repeat(1001)}`,
      );
      const chunked = await said(
        `${head("POST /echo HTTP/1.1", "rig-origin: narrow", "Transfer-Encoding: chunked", "Connection: close")}${"1f4\r\n".concat("x".repeat(500), "\r\n").repeat(3)}0\r\n\r\n`,
      );
      for (const answer of [announced, chunked])
        expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"code":"body_too_large"/);
    });

    onTheWire(
      "breaks off where the origin does, so that nobody takes half for the whole",
      async () => {
        const answer = await said(head("GET /breaks HTTP/1.1"), 4000);
        expect(answer).toMatch(/^HTTP\/1\.1 200 /);
        expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
        expect((await target.ask({ path: "/about" })).status).toBe(200);
      },
    );
  },
);

describe("a defect in front of a site is noticed", () => {
  let origin: RigOrigin;
  let sound: Target;
  beforeAll(async () => {
    origin = await rigOrigin();
    sound = await inThisProcess(origin.url);
  });
  afterAll(async () => {
    await sound.close();
    await origin.close();
  });

  test.each(frontDefects)("$defect", async (defect) => {
    const [asked, it] = defect.red.split(" › ");
    const exchange = frontExchanges[asked!]?.find((each) => each.it === it);
    expect(exchange, defect.red).toBeDefined();
    const cell: Cell = {
      target: core,
      caller: "http",
      asked: asked!,
      kind: "surface",
      it: it!,
      status: exchange!.status,
      what: { exchange: exchange! },
    };
    expect((await subjectOf(core, sound).run(cell)).result).toBe("passed");
    const outcome = await subjectOf(core, defective(sound, defect)).run(cell);
    expect(outcome.result === "failed" ? explained(outcome.complaints) : outcome.result).toMatch(
      defect.says,
    );
  });
});

async function inThisProcess(behind: string): Promise<Target> {
  const rig = await createFrontRig("http://core.localhost", behind);
  return { ...inProcess(rig.handler), close: async () => rig.close() };
}
