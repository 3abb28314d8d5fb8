import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import net from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutbound } from "../../adapters/outbound.ts";
import { createOutboundSuite } from "./outbound.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Deno asks for its newest version now and then, through the proxy too.
const childEnvironment = {
  ...process.env,
  DENO_NO_UPDATE_CHECK: "1",
  PATH: `${root}node_modules/.bin:${process.env["PATH"]}`,
};
const runtimes = [
  { name: "node", command: ["node"] },
  { name: "bun", command: ["bun"] },
  { name: "deno", command: ["deno", "run", "--allow-all", "--node-modules-dir=manual"] },
];

// Stands for the proxy that the environment names: nothing may come here.
const proxy = net.createServer((socket) => socket.destroy());
let proxiedRequests = 0;
proxy.on("connection", () => (proxiedRequests += 1));
beforeAll(async () => void (await once(proxy.listen(0, "127.0.0.1"), "listening")));
afterAll(() => void proxy.close());

for (const { name, command } of runtimes) {
  const isInstalled = spawnSync(command[0]!, ["--version"], { env: childEnvironment }).status === 0;
  describe.skipIf(!isInstalled)(
    `Outbound on ${name}${isInstalled ? "" : ` (not installed: no ${name} in node_modules/.bin or PATH)`}`,
    () => {
      let results: Map<string, { name: string; error?: string }>;
      let run: ProgramResult;

      beforeAll(async () => {
        run = await runProgram([...command, "conformance/ports/outbound/run.ts"], {
          ...childEnvironment,
          ...proxyEnvironment(),
        });
        results = new Map(
          run.lines.map((line) => JSON.parse(line)).map((result) => [result.name, result]),
        );
      });

      for (const check of createOutboundSuite(createOutbound)) {
        it(check.name, () => {
          expect(results.get(check.name), run.errors).toBeDefined();
          expect(results.get(check.name)?.error).toBeUndefined();
        });
      }

      it("takes no proxy from the environment", () => expect(proxiedRequests).toBe(0));

      it("holds the process no longer than the work does", async () => {
        expect([run.code, run.errors]).toEqual([0, ""]);
        expect(run.waitedMs).toBeLessThan(1_500);
        const server = http.createServer((request, response) => {
          if (request.url === "/whole") return response.end("whole");
          response.writeHead(200, { "content-length": "100" }).write("a");
          if (request.url === "/cut") setTimeout(() => response.destroy(), 20);
        });
        server.keepAliveTimeout = 60_000;
        await once(server.listen(0, "127.0.0.1"), "listening");
        const left = await runProgram(
          [
            ...command,
            "conformance/ports/outbound/leave.ts",
            `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          ],
          childEnvironment,
        );
        server.closeAllConnections();
        server.close();
        expect([left.code, left.errors]).toEqual([0, ""]);
        expect(left.waitedMs).toBeLessThan(1_500);
      });
    },
  );
}

function proxyEnvironment(): Record<string, string> {
  const to = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const named = ["http_proxy", "https_proxy", "all_proxy"].flatMap((key) => [
    [key, to],
    [key.toUpperCase(), to],
  ]);
  return { ...Object.fromEntries(named), no_proxy: "", NO_PROXY: "", NODE_USE_ENV_PROXY: "1" };
}

interface ProgramResult {
  code: number;
  lines: string[];
  errors: string;
  /** From the last line to the end. */
  waitedMs: number;
}

async function runProgram(
  [program, ...args]: string[],
  environment: NodeJS.ProcessEnv,
): Promise<ProgramResult> {
  const child = spawn(program!, args, {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let errors = "";
  let last = performance.now();
  child.stderr.on("data", (piece: Buffer) => (errors += piece));
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    last = performance.now();
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, lines, errors, waitedMs: performance.now() - last };
}
