import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { isInstalled, type RuntimeProcess, startOn } from "./start-on.ts";
import { createTestOn } from "./test-on.ts";

const DENO_HAS_NO_LIMITS = "Deno.serve can't close a connection of a slow client";
const FIXTURE = join(import.meta.dirname, "fixture.ts");

describe.concurrent.each(["node", "bun", "deno"])("slow clients of the %s adapter", (runtime) => {
  const testOn = createTestOn(runtime);
  let impatient: RuntimeProcess;
  beforeAll(async () => {
    if (isInstalled(runtime))
      impatient = await startOn(runtime, [FIXTURE], {
        env: { FIXTURE_TIMEOUTS: '{"headMs":600,"pieceMs":600,"wholeMs":600,"idleMs":5000}' },
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
      const leave = () => {
        isClosed = false;
        socket.destroy();
      };
      let timeout = setTimeout(leave, 10_000);
      socket.on("data", (chunk) => {
        response += chunk.toString();
        clearTimeout(timeout);
        timeout = setTimeout(leave, 3_000);
      });
      socket.on("error", () => {});
      socket.on("close", () => {
        clearInterval(timer);
        clearTimeout(timeout);
        resolve({ response, isClosed });
      });
    });

  testOn("answers 408 when the body stalls", async () => {
    const paths = ["/echo", "/body"];
    const answers = await Promise.all(paths.map((path) => sendSlowly(path, "")));
    for (const [index, { response, isClosed }] of answers.entries()) {
      expect(response, paths[index]).toMatch(/^HTTP\/1.1 408 /);
      // Deno discards the rest of a body until the client closes the connection.
      if (runtime !== "deno") expect(isClosed, paths[index]).toBe(true);
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

  testOn(
    "closes the idlest connection for a new one above the limit",
    async () => {
      const limited = await startOn(runtime, [FIXTURE], { env: { FIXTURE_MAX_CONNECTIONS: "2" } });
      const open = async () => {
        const socket = connect(Number(new URL(limited.url).port), "127.0.0.1");
        socket.on("error", () => {}).resume();
        await once(socket, "connect");
        return socket;
      };
      const request = async (socket: Socket, path: string) => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`);
        await once(socket, "data");
      };
      const [first, second] = [await open(), await open()];
      await request(second, "/cookies");
      await request(first, "/cookies");
      const isSecondClosed = once(second, "close");
      const third = await open();
      await isSecondClosed;
      await request(third, "/cookies");
      await request(first, "/cookies");
      await limited.stop("SIGKILL");
    },
    { bun: "Bun.serve can't limit connections", deno: "Deno.serve can't limit connections" },
  );

  testOn(
    "refuses connections above the limit while all others are in use",
    async () => {
      const limited = await startOn(runtime, [FIXTURE], { env: { FIXTURE_MAX_CONNECTIONS: "2" } });
      const open = () =>
        connect(Number(new URL(limited.url).port), "127.0.0.1").on("error", () => {});
      const sockets = [open(), open()];
      for (const socket of sockets) socket.write("GET /leave HTTP/1.1\r\nHost: a.example\r\n\r\n");
      await pause(300);
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
});
