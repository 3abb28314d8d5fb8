import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PYTHONS } from "./interpreters.ts";
import { readExamples } from "./readme-examples.ts";

const PACKAGE = resolve(import.meta.dirname, "../../../generated/clients/python");

/** One answer for every operation, with the members that the examples read. */
const ANSWER = {
  data: [{ run: "run_1" }],
  next_cursor: null,
  tools: [{ name: "github.issues_create", inputs: ["title (string, required)"] }],
  name: "GitHub",
  title: "Create an issue",
  url: "https://tools.example/connect/1",
  connection: { id: "conn_1" },
  status: "active",
};

describe.each(PYTHONS)("the README's examples on $name", ({ command, skipReason }) => {
  if (skipReason) {
    it.skip(skipReason, () => {});
    return;
  }
  let requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(ANSWER));
    });
  });
  beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const run = async (code: string) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const child = spawn(
      command,
      ["-W", "error", "-c", code.replace('https://shop.example")', `${url}")`)],
      {
        env: {
          ...process.env,
          JACKFIELD_API_KEY: "jkf_live_example",
          JACKFIELD_BASE_URL: url,
          PYTHONDONTWRITEBYTECODE: "1",
          PYTHONPATH: PACKAGE,
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk;
    });
    child.stdout.resume();
    const [status] = await once(child, "close");
    return { status, errors };
  };

  it.for(readExamples().map((example, index) => ({ ...example, number: index + 1 })))(
    "$number: $heading",
    async ({ code }) => {
      requests = [];
      expect(await run(code)).toEqual({ status: 0, errors: "" });
      const calls = code.match(/client\.\w+(\.\w+)?\(/g) ?? [];
      expect(requests.length > 0).toBe(calls.some((call) => !call.includes("with_options")));
    },
  );
});
