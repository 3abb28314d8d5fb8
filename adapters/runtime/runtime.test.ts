import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled, type Running, runOn } from "./runtimes.ts";

const RIG = join(import.meta.dirname, "rig.ts");

describe.each(["node", "bun", "deno"])("the adapter for %s", (runtime) => {
  let rig: Running;
  beforeAll(async () => {
    if (isInstalled(runtime)) rig = await runOn(runtime, [RIG]);
  });
  afterAll(() => rig?.stop("SIGKILL"));

  const on = (it: string, run: () => Promise<void>, notOn: Readonly<Record<string, string>> = {}) =>
    test(it, async ({ skip }) => {
      if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
      if (notOn[runtime]) skip(notOn[runtime]);
      await run();
    });

  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(rig.url).port), "127.0.0.1", () => socket.write(text));
      let answer = "";
      socket.on("data", (chunk) => (answer += chunk.toString()));
      socket.on("end", () => resolve(answer));
      socket.on("error", reject);
      setTimeout(() => socket.destroy(new Error(`no end: ${answer}`)), 5000).unref();
    });

  on("gives method, absolute URL, the address of who asks, and body", async () => {
    const answer = await fetch(`${rig.url}/echo?a=%20b`, { method: "POST", body: "caf\u00e9" });
    expect(await answer.json()).toEqual({
      method: "POST",
      url: `${rig.url}/echo?a=%20b`,
      repeated: null,
      missing: null,
      peer: "127.0.0.1",
      body: "caf\u00e9",
    });
    expect(answer.headers.get("content-length")).toMatch(/^\d+$/);
  });

  on("joins a header that is sent twice", async () => {
    const answer = await raw(
      "GET /echo HTTP/1.1\r\nHost: a.example\r\nX-Repeated: 1\r\nX-Repeated: 2\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toContain('"repeated":"1, 2"');
    expect(answer).toContain('"url":"http://a.example/echo"');
  });

  on("reads dots in a path as the URL standard does", async () => {
    const answer = await raw(
      "GET /a/../echo HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toContain('"url":"http://a.example/echo"');
  });

  on("keeps several cookies apart", async () => {
    expect((await fetch(`${rig.url}/cookies`)).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  on("sends bytes, streams, and nothing at all", async () => {
    expect(new Uint8Array(await (await fetch(`${rig.url}/bytes`)).arrayBuffer())).toEqual(
      new Uint8Array([0, 255, 1]),
    );
    expect(await (await fetch(`${rig.url}/stream`)).text()).toBe("one two three");
    const empty = await fetch(`${rig.url}/empty`);
    expect([empty.status, await empty.text()]).toEqual([204, ""]);
  });

  on("answers HEAD with the length that GET would have", async () => {
    const answer = await fetch(`${rig.url}/head`, { method: "HEAD" });
    expect([answer.headers.get("content-length"), await answer.text()]).toEqual(["1234", ""]);
  });

  on("reads a body that comes in chunks", async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < 10; at++) controller.enqueue(new Uint8Array(10_000));
        controller.close();
      },
    });
    const answer = await fetch(`${rig.url}/body`, {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    expect(await answer.text()).toBe("100000");
  });

  on("aborts the work when the client goes away", async () => {
    const leaving = new AbortController();
    const asked = fetch(`${rig.url}/leave`, { signal: leaving.signal }).catch(() => {});
    setTimeout(() => leaving.abort(), 100);
    await asked;
    await rig.until(/client gone/, 5);
  });

  on("lives on when clients break off in the middle of an answer", async () => {
    for (let at = 0; at < 50; at++) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(rig.url).port), "127.0.0.1", () =>
          socket.write("GET /large HTTP/1.1\r\nHost: a.example\r\n\r\n"),
        );
        socket.once("data", () => socket.destroy());
        socket.once("close", () => resolve());
      });
    }
    expect((await fetch(`${rig.url}/cookies`)).status).toBe(200);
  });

  on(
    "lets a client that is still sending read that it sends too much",
    async () => {
      const size = 3_000_000;
      const answer = await raw(
        `POST /refuse HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n${"x".repeat(size)}`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
    },
    { bun: "Bun closes the connection itself, at times before the client has read the answer" },
  );

  describe("with a client that is slow", () => {
    let hasty: Running;
    beforeAll(async () => {
      if (isInstalled(runtime))
        hasty = await runOn(runtime, [RIG], {
          env: { RIG_PATIENCE: '{"pieceMs":600,"wholeMs":600}' },
        });
    });
    afterAll(() => hasty?.stop("SIGKILL"));

    /** What comes back, and after how long the connection is over, where `letters` of a body follow every 200 ms. */
    const slowly = (path: string, letters: string) =>
      new Promise<{ answer: string; milliseconds: number }>((resolve) => {
        const started = performance.now();
        const socket = connect(Number(new URL(hasty.url).port), "127.0.0.1", () =>
          socket.write(
            `POST ${path} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\nContent-Length: 12\r\n\r\nab`,
          ),
        );
        const timer = setInterval(() => {
          if (letters === "") return;
          socket.write(letters[0]!);
          letters = letters.slice(1);
        }, 200);
        let answer = "";
        socket.on("data", (chunk) => (answer += chunk.toString()));
        socket.on("error", () => {});
        socket.on(
          "close",
          () => (
            clearInterval(timer),
            clearTimeout(end),
            resolve({ answer, milliseconds: performance.now() - started })
          ),
        );
        const end = setTimeout(() => socket.destroy(), 5500);
      });

    on("ends a request whose body stops coming, and says so", async () => {
      for (const path of ["/echo", "/body"]) {
        const { answer, milliseconds } = await slowly(path, "");
        expect(answer, path).toMatch(/^HTTP\/1.1 408 /);
        // Deno reads away what is left of a body for as long as the client keeps it waiting.
        if (runtime !== "deno") expect(milliseconds, path).toBeLessThan(5000);
      }
    });

    on("ends one that is read whole and comes by the letter", async () => {
      expect((await slowly("/echo", "cdefghijkl")).answer).toMatch(/^HTTP\/1.1 408 /);
    });

    on("takes its time where each piece of a body comes in time", async () => {
      expect((await slowly("/body", "cdefghijkl")).answer).toMatch(
        /^HTTP\/1.1 200 [^]*12$|^HTTP\/1.1 200 [^]*12\r\n0\r\n\r\n$/,
      );
    });

    on("serves others meanwhile, and after", async () => {
      expect((await fetch(`${hasty.url}/cookies`)).status).toBe(200);
    });
  });

  on("answers whatever Host says", async () => {
    const answer = await raw("GET /echo HTTP/1.1\r\nHost: a:b:c\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1.1 [245]\d\d /);
    expect((await fetch(`${rig.url}/cookies`)).status).toBe(200);
  });

  on("says that a port is taken", async () => {
    await expect(
      runOn(runtime, [RIG], { env: { RIG_PORT: new URL(rig.url).port } }),
    ).rejects.toThrow("failed EADDRINUSE");
  });

  on("finishes the requests in flight before it stops, and takes no more", async () => {
    const silent = connect(Number(new URL(rig.url).port), "127.0.0.1");
    silent.on("error", () => {});
    const started = performance.now();
    const inFlight = fetch(`${rig.url}/slow`).then((answer) => answer.text());
    await new Promise((resolve) => setTimeout(resolve, 100));
    const ended = rig.stop("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(fetch(`${rig.url}/echo`)).rejects.toThrow();
    expect(await inFlight).toBe("done");
    expect(await ended).toBe(0);
    expect(rig.said()).toContain("closed");
    // A connection that has asked for nothing does not hold up the end: the rig would wait for five seconds.
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
