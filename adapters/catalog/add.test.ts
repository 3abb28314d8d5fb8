import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutbound } from "../outbound.ts";
import { readAppFrom } from "./add.ts";

const NOTES = `openapi: 3.1.0
info: { title: Notes API, version: "2" }
servers: [{ url: /v1 }]
paths:
  /notes:
    get: { operationId: listNotes, summary: List notes }
`;

describe("an app of somebody's own", () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-add-"));
  const server = http.createServer((request, response) => {
    if (request.url === "/openapi.yaml") return void response.end(NOTES);
    if (request.url === "/huge.json") return void response.end(`"${"x".repeat(21 * 1024 * 1024)}"`);
    if (request.url === "/page")
      return void response
        .writeHead(request.method === "GET" ? 200 : 404, { "content-type": "text/html" })
        .end("<p>Hello</p>");
    if (request.url === "/locked")
      return void response
        .writeHead(401, { "www-authenticate": 'Bearer resource_metadata="https://a"' })
        .end();
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
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

  it("is read of a YAML or JSON file", async () => {
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

  it("may have its server on the network of whoever adds it", async () => {
    expect(await readAppFrom(`${origin}/openapi.yaml`, { outbound: client })).toMatchObject({
      record: { base: expect.stringContaining(origin) },
    });
  });

  it("is read of a remote MCP server, with its tools", async () => {
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

  it("is a remote MCP server without tools while it wants a sign-in first", async () => {
    expect(
      await readAppFrom(`${origin}/locked`, { outbound: client, slug: "locked" }),
    ).toMatchObject({
      record: { kind: "mcp", auth: ["mcp_oauth"], tools: 0 },
    });
  });

  it.each([
    ["a file that is not there", () => "/none/at/all.json", /^There is no file/],
    [
      "a text",
      () => writeFile("text.json", "{ hello"),
      /^.*text\.json can't be read: text\.json is no JSON/,
    ],
    ["broken YAML", () => writeFile("broken.yaml", "a: [b"), /neither JSON nor YAML/],
    [
      "a YAML bomb",
      () =>
        writeFile(
          "bomb.yaml",
          `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"].map((letter, index) => `${letter}: &${letter} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`).join("\n")}\n`,
        ),
      /YAML that repeats itself too often/,
    ],
    [
      "21 MB",
      () => writeFile("large.json", `"${"x".repeat(21 * 1024 * 1024)}"`),
      /documents of up to 20 MB are read/,
    ],
    ["21 MB from a URL", () => `${origin}/huge.json`, /larger than the 20 MB/],
    ["a private address", () => "http://10.0.0.1/openapi.json", /10\.0\.0\.1/],
  ])("is not %s", async (_, location, pattern) => {
    await expect(readAppFrom(location(), { outbound: client })).rejects.toMatchObject({
      name: "UnreadableAppError",
      message: expect.stringMatching(pattern) as string,
    });
  });

  it("is not a page", async () => {
    expect(await readAppFrom(`${origin}/page`, { outbound: client })).toMatchObject({
      refused: "not_openapi",
    });
  });
});
