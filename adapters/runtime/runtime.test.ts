import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInstalled, type RuntimeProcess, startOn } from "./start-on.ts";

const DENO_HAS_NO_LIMITS = "Deno.serve can't close a connection of a slow client";
const FIXTURE = join(import.meta.dirname, "fixture.ts");

describe.each(["node", "bun", "deno"])("the %s adapter", (runtime) => {
  let fixture: RuntimeProcess;
  beforeAll(async () => {
    if (isInstalled(runtime)) fixture = await startOn(runtime, [FIXTURE]);
  });
  afterAll(() => fixture?.stop("SIGKILL"));

  const testOn = (
    title: string,
    run: () => Promise<void>,
    notOn: Readonly<Record<string, string>> = {},
  ) =>
    test(title, async ({ skip }) => {
      if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
      if (notOn[runtime]) skip(notOn[runtime]);
      await run();
    });

  const sendRaw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(fixture.url).port), "127.0.0.1", () =>
        socket.write(text),
      );
      let response = "";
      socket.on("data", (chunk) => (response += chunk.toString()));
      socket.on("end", () => resolve(response));
      socket.on("error", reject);
      setTimeout(() => socket.destroy(new Error(`no end: ${response}`)), 5000).unref();
    });

  testOn("passes the method, absolute URL, peer address and body", async () => {
    const response = await fetch(`${fixture.url}/echo?a=%20b`, {
      method: "POST",
      body: "caf\u00e9",
    });
    expect(await response.json()).toEqual({
      method: "POST",
      url: `${fixture.url}/echo?a=%20b`,
      repeated: null,
      missing: null,
      peer: "127.0.0.1",
      body: "caf\u00e9",
    });
    expect(response.headers.get("content-length")).toMatch(/^\d+$/);
  });

  testOn("joins repeated headers", async () => {
    const response = await sendRaw(
      "GET /echo HTTP/1.1\r\nHost: a.example\r\nX-Repeated: 1\r\nX-Repeated: 2\r\nConnection: close\r\n\r\n",
    );
    expect(response).toContain('"repeated":"1, 2"');
    expect(response).toContain('"url":"http://a.example/echo"');
  });

  testOn("resolves dot segments in a path", async () => {
    const response = await sendRaw(
      "GET /a/../echo HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n",
    );
    expect(response).toContain('"url":"http://a.example/echo"');
  });

  testOn("sends several Set-Cookie headers", async () => {
    expect((await fetch(`${fixture.url}/cookies`)).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  testOn("sends bytes, streams and empty bodies", async () => {
    expect(new Uint8Array(await (await fetch(`${fixture.url}/bytes`)).arrayBuffer())).toEqual(
      new Uint8Array([0, 255, 1]),
    );
    expect(await (await fetch(`${fixture.url}/stream`)).text()).toBe("one two three");
    const empty = await fetch(`${fixture.url}/empty`);
    expect([empty.status, await empty.text()]).toEqual([204, ""]);
  });

  testOn("answers HEAD with the Content-Length of GET", async () => {
    const response = await fetch(`${fixture.url}/head`, { method: "HEAD" });
    expect([response.headers.get("content-length"), await response.text()]).toEqual(["1234", ""]);
  });

  testOn("reads a chunked request body", async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 10; index++) controller.enqueue(new Uint8Array(10_000));
        controller.close();
      },
    });
    const response = await fetch(`${fixture.url}/body`, {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    expect(await response.text()).toBe("100000");
  });

  testOn("aborts the signal when the client disconnects", async () => {
    const client = new AbortController();
    const pendingRequest = fetch(`${fixture.url}/leave`, { signal: client.signal }).catch(() => {});
    setTimeout(() => client.abort(), 100);
    await pendingRequest;
    await fixture.waitFor(/client gone/, 5);
  });

  testOn("keeps serving after clients disconnect during a response", async () => {
    for (let index = 0; index < 50; index++) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(fixture.url).port), "127.0.0.1", () =>
          socket.write("GET /large HTTP/1.1\r\nHost: a.example\r\n\r\n"),
        );
        socket.once("data", () => socket.destroy());
        socket.once("close", () => resolve());
      });
    }
    expect((await fetch(`${fixture.url}/cookies`)).status).toBe(200);
  });

  testOn(
    "delivers an early 413 to a client that is still sending",
    async () => {
      const size = 3_000_000;
      const response = await sendRaw(
        `POST /refuse HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n${"x".repeat(size)}`,
      );
      expect(response).toMatch(/^HTTP\/1.1 413 /);
    },
    { bun: "Bun sometimes closes the connection before the client has read the response" },
  );

  describe("with a slow client", () => {
    let impatient: RuntimeProcess;
    beforeAll(async () => {
      if (isInstalled(runtime))
        impatient = await startOn(runtime, [FIXTURE], {
          env: { FIXTURE_TIMEOUTS: '{"headMs":600,"pieceMs":600,"wholeMs":600}' },
        });
    });
    afterAll(() => impatient?.stop("SIGKILL"));

    /**
     * Sends one of `letters` every 200 ms. Resolves with the response, and with whether the server
     * closed the connection.
     */
    const sendSlowly = (path: string, letters: string, url = impatient.url) =>
      new Promise<{ response: string; isClosed: boolean }>((resolve) => {
        let isClosed = true;
        const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
          socket.write(
            `POST ${path} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\nContent-Length: 12\r\n\r\nab`,
          ),
        );
        const timer = setInterval(() => {
          if (letters === "") return;
          socket.write(letters[0]!);
          letters = letters.slice(1);
        }, 200);
        let response = "";
        socket.on("data", (chunk) => (response += chunk.toString()));
        socket.on("error", () => {});
        const timeout = setTimeout(() => {
          isClosed = false;
          socket.destroy();
        }, 10_000);
        socket.on("close", () => {
          clearInterval(timer);
          clearTimeout(timeout);
          resolve({ response, isClosed });
        });
      });

    testOn("answers 408 when the body stalls", async () => {
      for (const path of ["/echo", "/body"]) {
        const { response, isClosed } = await sendSlowly(path, "");
        expect(response, path).toMatch(/^HTTP\/1.1 408 /);
        // Deno discards the rest of a body until the client closes the connection.
        if (runtime !== "deno") expect(isClosed, path).toBe(true);
      }
    });

    testOn("answers 408 when a buffered body trickles in", async () => {
      expect((await sendSlowly("/echo", "cdefghijkl")).response).toMatch(/^HTTP\/1.1 408 /);
    });

    testOn("waits for a streamed body while every chunk arrives in time", async () => {
      expect((await sendSlowly("/body", "cdefghijkl")).response).toMatch(
        /^HTTP\/1.1 200 .*12(\r\n0\r\n\r\n)?$/s,
      );
    });

    /** The bytes that clients send at first, and then every 200 ms. */
    const HEAD = "Host: a.example\r\n\r\n";
    const CHUNKED = "Host: a.example\r\nTransfer-Encoding: chunked\r\n\r\n";
    const SLOW_HEADS: Readonly<Record<string, [first: string, drip: string]>> = {
      nothing: ["", ""],
      "half a request line": ["GET /coo", ""],
      "a request line, slowly": ["GET /", "a"],
      "headers, slowly": ["GET /cookies HTTP/1.1\r\nHost: a.example\r\n", "X-A: b\r\n"],
      "a request, then line breaks": [`GET /cookies HTTP/1.1\r\n${HEAD}`, "\r\n"],
    };
    const SLOW_BODIES: Readonly<Record<string, [first: string, drip: string]>> = {
      "chunks of a buffered body": [`POST /echo HTTP/1.1\r\n${CHUNKED}`, "1\r\na\r\n"],
      "chunks of a streamed body": [`POST /body HTTP/1.1\r\n${CHUNKED}`, "1\r\na\r\n"],
      "chunks of an unread body": [`POST /cookies HTTP/1.1\r\n${CHUNKED}`, "1\r\na\r\n"],
      "chunks in a GET request": [`GET /cookies HTTP/1.1\r\n${CHUNKED}`, "1\r\na\r\n"],
      "a chunk extension": [`POST /body HTTP/1.1\r\n${CHUNKED}1;`, "x"],
      trailers: [`POST /body HTTP/1.1\r\n${CHUNKED}0\r\n`, "X-A: b\r\n"],
    };

    /** Returns the clients whose connection the server closes before they give up. */
    const findClosed = async (
      url: string,
      clients: Readonly<Record<string, readonly [first: string, drip: string]>>,
    ) => {
      const closed: string[] = [];
      await Promise.all(
        Object.entries(clients).map(
          ([title, [first, drip]]) =>
            new Promise<void>((resolve) => {
              const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
                socket.write(first),
              );
              const timer = setInterval(() => socket.writable && socket.write(drip), 200);
              const giveUp = setTimeout(() => {
                clearInterval(timer);
                socket.removeAllListeners("close").destroy();
                resolve();
              }, 25_000);
              socket.resume();
              socket.on("error", () => {});
              socket.on("close", () => {
                clearInterval(timer);
                clearTimeout(giveUp);
                closed.push(title);
                resolve();
              });
            }),
        ),
      );
      return closed.sort();
    };

    testOn(
      "closes connections whose request head is slow",
      async () => {
        expect(await findClosed(impatient.url, SLOW_HEADS)).toEqual(Object.keys(SLOW_HEADS).sort());
      },
      { deno: DENO_HAS_NO_LIMITS },
    );

    testOn(
      "closes connections whose body is slow in total",
      async () => {
        const strict = await startOn(runtime, [FIXTURE], {
          env: { FIXTURE_TIMEOUTS: '{"pieceMs":800,"wholeMs":800,"streamMs":1600}' },
        });
        const closed = await findClosed(strict.url, SLOW_BODIES);
        await strict.stop("SIGKILL");
        expect(closed).toEqual(Object.keys(SLOW_BODIES).sort());
      },
      { deno: DENO_HAS_NO_LIMITS },
    );

    testOn("answers 408 when a streamed body is slow in total", async () => {
      const strict = await startOn(runtime, [FIXTURE], {
        env: { FIXTURE_TIMEOUTS: '{"pieceMs":800,"streamMs":1600}' },
      });
      const { response } = await sendSlowly("/body", "cdefghijkl", strict.url);
      await strict.stop("SIGKILL");
      expect(response).toMatch(/^HTTP\/1.1 408 /);
    });

    testOn("keeps serving other clients", async () => {
      expect((await fetch(`${impatient.url}/cookies`)).status).toBe(200);
    });
  });

  testOn(
    "refuses connections above the limit until others close",
    async () => {
      const limited = await startOn(runtime, [FIXTURE], { env: { FIXTURE_MAX_CONNECTIONS: "2" } });
      const open = () =>
        connect(Number(new URL(limited.url).port), "127.0.0.1").on("error", () => {});
      const sockets = [open(), open()];
      await Promise.all(sockets.map((socket) => once(socket, "connect")));
      await once(open(), "close");
      for (const socket of sockets) socket.destroy();
      const retry = async (): Promise<number> => {
        const response = await fetch(`${limited.url}/cookies`).catch(() => undefined);
        return response ? response.status : retry();
      };
      expect(await retry()).toBe(200);
      await limited.stop("SIGKILL");
    },
    { bun: "Bun.serve can't limit connections", deno: "Deno.serve can't limit connections" },
  );

  testOn("rejects a request with several Host headers", async () => {
    for (const hosts of [
      "Host: a.example\r\nHost: b.example",
      "Host: a.example\r\nHost: a.example",
      "Host: a.example\r\nAccept: */*\r\nhost: b.example",
    ])
      expect(await sendRaw(`GET /echo HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 400 /,
      );
  });

  testOn("answers any Host header", async () => {
    const response = await sendRaw(
      "GET /echo HTTP/1.1\r\nHost: a:b:c\r\nConnection: close\r\n\r\n",
    );
    expect(response).toMatch(/^HTTP\/1.1 [245]\d\d /);
    expect((await fetch(`${fixture.url}/cookies`)).status).toBe(200);
  });

  testOn("reports a port in use", async () => {
    await expect(
      startOn(runtime, [FIXTURE], { env: { FIXTURE_PORT: new URL(fixture.url).port } }),
    ).rejects.toThrow("failed EADDRINUSE");
  });

  testOn("finishes requests in flight before it stops, and refuses new ones", async () => {
    const idle = connect(Number(new URL(fixture.url).port), "127.0.0.1");
    idle.on("error", () => {});
    const inFlight = fetch(`${fixture.url}/slow`).then((response) => response.text());
    await new Promise((resolve) => setTimeout(resolve, 100));
    const ended = fixture.stop("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(fetch(`${fixture.url}/echo`)).rejects.toThrow();
    expect(await inFlight).toBe("done");
    expect(await ended).toBe(0);
    expect(fixture.output()).toContain("closed");
  });
});
