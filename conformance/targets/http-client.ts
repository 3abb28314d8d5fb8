import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CLIENT_HEADER } from "../fixtures/site.ts";
import { parseRateLimit, parseRatePolicy, type RatePolicy } from "./rate-limit.ts";
import type { Target, TestRequest, TestResponse } from "./target.ts";

/** The response timeout in milliseconds. */
const RESPONSE_TIMEOUT = 20_000;

/** The User-Agent of the suite. */
const USER_AGENT = "jackfield-conformance (https://www.npmjs.com/package/jackfield)";

/**
 * Sends HTTP requests with literal paths, which fetch would normalize. After a 429 that the case
 * doesn't expect, it waits for Retry-After and tries again, up to three times. With
 * `obeysRateLimit`, it also waits before a request that RateLimit says would be rejected.
 */
export function createHttpClient(
  url: string,
  { obeysRateLimit = false, keepAlive = true } = {},
): Pick<Target, "url" | "send" | "ratePolicy"> & { closeConnections(): void } {
  let policy: RatePolicy | undefined;
  let available = Promise.resolve();
  const { protocol } = new URL(url);
  const agent =
    protocol === "https:" ? new HttpsAgent({ keepAlive }) : new HttpAgent({ keepAlive });
  const send = protocol === "https:" ? httpsRequest : httpRequest;

  const once = ({ method = "GET", path, headers, body }: TestRequest) =>
    new Promise<TestResponse>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const length =
        body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const request = send(
        {
          agent,
          hostname: hostname.replace(/^\[|\]$/g, ""),
          port,
          method,
          path,
          headers: { "user-agent": USER_AGENT, ...length, ...headers },
        },
        (incoming) => toTestResponse(incoming).then(resolve, reject),
      );
      request.setTimeout(RESPONSE_TIMEOUT, () =>
        request.destroy(new Error(`No answer to ${method} ${path} within ${RESPONSE_TIMEOUT} ms`)),
      );
      request.once("error", reject);
      request.end(body);
    });

  return {
    url,
    ratePolicy: () => policy,
    async send(request) {
      for (let attempts = 0; ; attempts++) {
        await available;
        const response = await once(request);
        policy = parseRatePolicy(response.headers["ratelimit-policy"]) ?? policy;
        const limit = parseRateLimit(response.headers["ratelimit"]);
        if (obeysRateLimit && limit && limit.remaining < 1) available = pause(1000 * limit.seconds);
        if (response.status !== 429 || attempts === 3 || request.headers?.[CLIENT_HEADER])
          return response;
        await pause(1000 * Math.min(Number(response.headers["retry-after"] ?? 1) || 1, 60));
      }
    },
    closeConnections: () => agent.destroy(),
  };
}

async function toTestResponse(incoming: IncomingMessage): Promise<TestResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
  return { status: incoming.statusCode!, headers, bytes, text: bytes.toString("utf8") };
}

const BIN = join(import.meta.dirname, "../../node_modules/.bin");

/** The startup timeout of a server in seconds. */
const START_TIMEOUT_SECONDS = 40;

/** Returns the path of a program. The project's own programs take precedence. */
export function findProgram(name: string): string | undefined {
  const directories = [BIN, ...(process.env["PATH"] ?? "").split(delimiter)].map((folder) =>
    join(folder, name),
  );
  return directories.find((location) => existsSync(location));
}

/** Servers to stop when this process exits. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

/**
 * Starts a server and waits until its output matches a pattern, whose first group is the server's
 * URL. The server stops with this process.
 */
export function spawnServer(
  name: string,
  args: readonly string[],
  listening: RegExp,
  environment: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const child = spawn(findProgram(name)!, [...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", ...environment },
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.stdin.end();
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
    await exited;
    clearTimeout(timer);
  };
  running.add(child);
  child.once("exit", () => running.delete(child));

  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(
      () =>
        stop().then(() =>
          reject(new Error(`${name} did not start in ${START_TIMEOUT_SECONDS} s: ${output}`)),
        ),
      START_TIMEOUT_SECONDS * 1000,
    );
    const listen = (chunk: Buffer) => {
      if (output.length < 1 << 20) output += chunk.toString();
      const url = listening.exec(output)?.[1];
      if (!url) return;
      clearTimeout(timer);
      const { closeConnections, ...line } = createHttpClient(url);
      const close = async () => {
        closeConnections();
        await stop();
      };
      resolve({ ...line, close });
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`${name} exited with ${code}: ${output}`));
    });
  });
}

/** Returns a port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
