import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { table as platform } from "../../../generated/platform/operations.ts";
import { table as site } from "../../../generated/site/operations.ts";
import { importSources } from "../client-imports.ts";
import { type Example, readExamples } from "./readme-examples.ts";

const run = promisify(execFile);

/** One answer for every operation, with the members that the examples read. */
const ANSWER = {
  data: [{ name: "Calendar" }],
  next_cursor: null,
  tools: [
    {
      name: "github.issues_create",
      title: "Create an issue",
      description: "Creates an issue.",
      inputs: ["title (string, required)"],
      input_schema: { type: "object" },
    },
  ],
  name: "GitHub",
  url: "https://tools.example/connect/1",
  connection: { id: "conn_1" },
  status: "active",
};
const PROBLEM = {
  code: "connection_required",
  detail: "GitHub isn't connected.",
  connect_url: "https://tools.example/connect/1",
};

const examples = readExamples();

describe("the examples of the JavaScript client's README", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-readme-"));
  let requests: string[] = [];
  let failure: object | undefined;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url!.split("?")[0]}`);
    request.resume().on("end", () => {
      response
        .writeHead(failure ? 409 : 200, { "content-type": "application/json" })
        .end(JSON.stringify(failure ?? ANSWER));
    });
  });
  beforeAll(
    () => new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening())),
  );
  beforeEach(() => {
    requests = [];
    failure = undefined;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs an example in Node.js, and returns what it prints. */
  const runExample = async ({ number, code }: Example) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = join(folder, `example-${number}.ts`);
    writeFileSync(
      file,
      importSources(code).replace('baseUrl: "https://shop.example"', `baseUrl: "${url}"`),
    );
    const { stdout, stderr } = await run(process.execPath, [file], {
      env: { ...process.env, JACKFIELD_API_KEY: "jkf_live_example", JACKFIELD_BASE_URL: url },
    });
    expect(stderr).toBe("");
    return stdout;
  };
  const find = (text: string) => examples.find(({ code }) => code.includes(text))!;

  it.for(examples)("run without an error: $number", async (example) => {
    await runExample(example);
    expect(requests.length).toBeGreaterThan(0);
  });

  it("print what they promise", async () => {
    expect(await runExample(find("exchange rate"))).toBe(
      "github.issues_create [ 'title (string, required)' ]\nactive [ { name: 'Calendar' } ]\n",
    );
    expect(await runExample(find("openaiTools"))).toBe("github__issues_create\n");
    expect(await runExample(find("connections.wait"))).toBe(
      "Open https://tools.example/connect/1\nactive\n",
    );
    expect(await runExample(find("for await"))).toBe("Calendar\n1\n");
    expect(await runExample(find("onResponse"))).toMatch(/^GET http:\S+\/github 200 \d+\n$/);
  });

  it("handle a missing connection", async () => {
    failure = PROBLEM;
    expect(await runExample(find("isProblem"))).toBe(
      "Connect GitHub first: https://tools.example/connect/1\n",
    );
  });

  it.each([
    ["Jackfield", platform, "const jackfield"],
    ["JackfieldSite", site, "const site"],
  ])("call every method of %s", async (_, { operations }, declaration) => {
    const calls = examples.findLast(({ code }) => code.includes(declaration))!;
    await runExample(calls);
    const expected = Object.values(operations).map(
      ({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    );
    expect(requests).toHaveLength(expected.length);
    for (const pattern of expected) expect(requests).toContainEqual(expect.stringMatching(pattern));
  });
});
