import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DocExamples, writeDocExamples } from "./examples/doc-examples.ts";
import { type GitHubPlatform, startGitHubPlatform } from "./examples/github-platform.ts";
import { type ModelServer, startModelServer } from "./examples/model-server.ts";
import { PYTHONS } from "./python/interpreters.ts";
import { startStreamServer } from "./stream-server.ts";

const TSC = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const PYTHONPATH = join(import.meta.dirname, "../../generated/clients/python");
const run = promisify(execFile);

describe("the examples of the documentation", () => {
  let examples: DocExamples;
  let github: GitHubPlatform;
  let model: ModelServer;

  beforeAll(async () => {
    examples = writeDocExamples(["clients.md", "connect.md"]);
    // The example on connecting reads the user from the product's session.
    writeFileSync(
      join(examples.folder, "session.ts"),
      'export const getUser = async (_: Request): Promise<string> => "42";\n',
    );
    github = await startGitHubPlatform(["https://app.example"]);
    model = await startModelServer({
      name: "github__issues_create",
      arguments: { owner: "octocat", repo: "hello", title: "An agent was here" },
    });
  });
  afterAll(async () => {
    examples?.remove();
    await model?.close();
    await github?.close();
  });

  const environment = () => ({
    JACKFIELD_API_KEY: github.secret,
    JACKFIELD_BASE_URL: github.url,
    OPENAI_API_KEY: "sk-1",
    OPENAI_BASE_URL: model.url,
  });

  /** Runs an example in Node.js, and returns what it prints. */
  const runExample = async (name: string): Promise<string> => {
    const { stdout } = await run(process.execPath, [join(examples.folder, name)], {
      env: { ...process.env, ...environment() },
    });
    return stdout;
  };

  it("are all known here", () => {
    expect(examples.names).toEqual([
      "find.ts",
      "find.py",
      "agent.ts",
      "follow.ts",
      "follow.py",
      "webhook.ts",
      "types.ts",
      "server.ts",
      "page.ts",
      "connected.ts",
    ]);
  });

  it("have no type errors", async () => {
    const { stdout } = await run(process.execPath, [TSC, "-p", examples.folder]).catch(
      (error) => error,
    );
    expect(stdout).toBe("");
  });

  it("find and run a tool", async () => {
    const output = await runExample("find.ts");
    expect(output).toMatch(/^github\.issues_create \[\s*'owner \(string, required\)'/);
    expect(output).toMatch(/succeeded \{[\s\S]*title: 'It hums'/);
    expect(await github.listIssues()).toContain("It hums");
  });

  it.for(PYTHONS)("find and run a tool in $name", async ({ command, skipReason }, { skip }) => {
    if (skipReason) return skip(skipReason);
    const { stdout } = await run(command, [join(examples.folder, "find.py")], {
      env: { ...process.env, ...environment(), PYTHONPATH },
    });
    expect(stdout).toMatch(/^github\.issues_create \['owner \(string, required\)'/);
    expect(stdout).toMatch(/\nsucceeded \{.*'title': 'It hums'/);
  });

  it("let a model create an issue", async () => {
    expect(await runExample("agent.ts")).toBe("I created the issue.\n");
    expect(await github.listIssues()).toContain("An agent was here");
    const [first, second] = model.requests;
    expect(first.tools.map(({ name }: { name: string }) => name)).toContain(
      "github__issues_create",
    );
    expect(JSON.parse(second.input.at(-1).output)).toMatchObject({
      status: "succeeded",
      data: { title: "An agent was here" },
    });
  });

  it.for([
    { name: "follow.ts", command: process.execPath, skipReason: undefined },
    ...PYTHONS.map(({ command, skipReason }) => ({ name: "follow.py", command, skipReason })),
  ])("follow events: $name with $command", async ({ name, command, skipReason }, { skip }) => {
    if (skipReason) return skip(skipReason);
    const event = '{"id":"evt_1","status":"accepted"}';
    const server = await startStreamServer([
      { parts: ["retry: 10\n\n", `id: evt_1\ndata: ${event}\n\n`], ending: "end" },
      { problem: 401, code: "unauthenticated" },
    ]);
    const env = {
      ...process.env,
      ...environment(),
      PYTHONPATH,
      JACKFIELD_BASE_URL: server.url,
      PYTHONUNBUFFERED: "1",
    };
    const following = run(command, [join(examples.folder, name)], { env });
    await expect(following).rejects.toMatchObject({
      stdout: "evt_1 accepted\n",
      stderr: expect.stringContaining("JackfieldError"),
    });
    expect(server.requests[0]?.path).toBe("/api/v1/events/stream?type=issue.opened");
    await server.close();
  });

  it("get a tool with openapi-fetch and the types of the service", async () => {
    const output = await runExample("types.ts");
    expect(output).toMatch(/^Create an issue \{\s*type: 'object'/);
  });

  it("create a connect link, and check the connection", async () => {
    Object.assign(process.env, environment());
    const { createLink, isConnected } = await importExample("server.ts");
    const response = await createLink(new Request("https://app.example", { method: "POST" }));
    const { url, connection } = await response.json();
    expect(connection).toMatchObject({ status: "pending", user: "42" });
    const request = new Request("https://app.example");
    expect(await isConnected(request, connection.id)).toBe(false);
    await github.signIn(url);
    expect(await isConnected(request, connection.id)).toBe(true);
  });

  it("verify a webhook", async () => {
    const secret = `whsec_${btoa("a secret of 24 bytes ...")}`;
    process.env["WEBHOOK_SECRET"] = secret;
    const { POST } = await importExample("webhook.ts");
    const send = (body: string) =>
      POST(
        new Request("https://app.example/hooks", {
          method: "POST",
          body,
          headers: {
            "webhook-id": "msg_1",
            "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
            "webhook-signature": new Webhook(secret).sign("msg_1", new Date(), '{"type":"a"}'),
          },
        }),
      );
    expect((await send('{"type":"a"}')).status).toBe(204);
    expect((await send('{"type":"b"}')).status).toBe(400);
  });

  const importExample = (name: string) => import(pathToFileURL(join(examples.folder, name)).href);
});
