import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutbound } from "../../outbound/create-outbound.ts";
import { readAppFrom } from "./add.ts";

const NOTES = `openapi: 3.1.0
info: { title: Notes API, version: "2" }
servers: [{ url: /v1 }]
paths:
  /notes:
    get: { operationId: listNotes, summary: List notes }
`;

describe("readAppFrom()", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-add-"));
  const server = http.createServer((request, response) => {
    if (request.url === "/openapi.yaml") {
      response.end(NOTES);
      return;
    }
    if (request.url === "/huge.json") {
      response.end(`"${"x".repeat(21 * 1024 * 1024)}"`);
      return;
    }
    if (request.url === "/page") {
      response
        .writeHead(request.method === "GET" ? 200 : 404, { "content-type": "text/html" })
        .end("<p>Hello</p>");
      return;
    }
    if (request.url === "/locked") {
      response.writeHead(401, { "www-authenticate": 'Bearer resource_metadata="https://a"' }).end();
      return;
    }
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      const { id, method, params } = JSON.parse(body) as {
        id: number;
        method: string;
        params: { cursor?: string };
      };
      const sendResult = (result: object) =>
        response
          .writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": "s1" })
          .end(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
      if (method === "initialize")
        sendResult({
          protocolVersion: "2025-11-25",
          capabilities: {},
          serverInfo: { name: "tickets", title: "Tickets" },
        });
      else if (method === "tools/list")
        sendResult(
          params.cursor
            ? { tools: [{ name: "close_ticket", inputSchema: { type: "object" } }] }
            : { tools: [{ name: "get_ticket", inputSchema: { type: "object" } }], nextCursor: "2" },
        );
      else response.writeHead(202).end();
    });
  });
  let origin = "";
  let client: ReturnType<typeof createOutbound>;
  const writeFile = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = createOutbound({ allowedOrigins: [origin] });
  });
  afterAll(() => {
    client.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  it("reads a YAML or JSON file", async () => {
    const app = await readAppFrom(
      writeFile("notes.yaml", NOTES.replace("/v1", "https://notes.acme.io/v1")),
      { outbound: client },
    );
    expect(app).toMatchObject({
      record: {
        slug: "notes",
        name: "Notes",
        base: "https://notes.acme.io/v1",
        auth: ["none"],
        source: { origin: "added", document: "notes.yaml", version: "2" },
      },
      tools: [{ name: "notes.list_notes" }],
    });
  });

  it("accepts a server on an allowed private address", async () => {
    expect(await readAppFrom(`${origin}/openapi.yaml`, { outbound: client })).toMatchObject({
      record: { base: expect.stringContaining(origin) },
    });
  });

  it("reads a remote MCP server with its tools", async () => {
    expect(await readAppFrom(`${origin}/mcp`, { outbound: client, slug: "tickets" })).toMatchObject(
      {
        record: { slug: "tickets", name: "Tickets", kind: "mcp", auth: ["none"] },
        tools: [
          { name: "tickets.close_ticket" },
          { name: "tickets.get_ticket", remoteName: "get_ticket" },
        ],
      },
    );
  });

  it("reads a remote MCP server that requires a sign-in, without tools", async () => {
    expect(
      await readAppFrom(`${origin}/locked`, { outbound: client, slug: "locked" }),
    ).toMatchObject({
      record: { kind: "mcp", auth: ["mcp_oauth"], tools: 0 },
    });
  });

  it.each([
    ["a missing file", () => "/none/at/all.json", /doesn't exist/],
    [
      "plain text",
      () => writeFile("text.json", "{ hello"),
      /^Can't read .*text\.json: text\.json is not valid JSON/,
    ],
    ["broken YAML", () => writeFile("broken.yaml", "a: [b"), /neither valid JSON nor valid YAML/],
    [
      "a YAML bomb",
      () =>
        writeFile(
          "bomb.yaml",
          `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"].map((letter, index) => `${letter}: &${letter} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`).join("\n")}\n`,
        ),
      /expands its YAML aliases too often/,
    ],
    [
      "a file of 21 MiB",
      () => writeFile("large.json", `"${"x".repeat(21 * 1024 * 1024)}"`),
      /the limit is 20 MiB/,
    ],
    ["a URL with 21 MiB", () => `${origin}/huge.json`, /exceeds the limit of 20 MiB/],
    ["a private address", () => "http://10.0.0.1/openapi.json", /10\.0\.0\.1/],
  ])("rejects %s", async (_, location, pattern) => {
    await expect(readAppFrom(location(), { outbound: client })).rejects.toMatchObject({
      name: "UnreadableAppError",
      message: expect.stringMatching(pattern) as string,
    });
  });

  it("rejects an HTML page", async () => {
    await expect(readAppFrom(`${origin}/page`, { outbound: client })).rejects.toMatchObject({
      name: "UnreadableAppError",
      message: expect.stringMatching(/is an HTML page\. Look there for a link/) as string,
    });
  });
});
