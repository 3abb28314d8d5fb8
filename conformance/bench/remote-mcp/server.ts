/** A minimal remote MCP server for benchmarks, in both eras. Prints its port. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const ERA = process.argv[2];
const RESULT = { content: [{ type: "text", text: "x".repeat(1000) }] };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const respond = (body: unknown, status = 200) => {
      const text = JSON.stringify(body);
      response.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      });
      response.end(text);
    };
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
    if (id === undefined) return response.writeHead(202).end();
    const result = (value: object) => respond({ jsonrpc: "2.0", id, result: value });
    if (method === "initialize" && ERA === "2025-11-25")
      return result({
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "bench", version: "1" },
      });
    if (method === "server/discover" && ERA === "2026-07-28")
      return result({
        resultType: "complete",
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {} },
        serverInfo: { name: "bench", version: "1" },
        ttlMs: 1000,
        cacheScope: "public",
      });
    if (method === "tools/call")
      return result(ERA === "2026-07-28" ? { resultType: "complete", ...RESULT } : RESULT);
    return respond(
      { jsonrpc: "2.0", id, error: { code: -32601, message: "No such method." } },
      404,
    );
  });
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
