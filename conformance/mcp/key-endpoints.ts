import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { authorizationHeaders } from "../callers/http.ts";
import type { Target } from "../targets/target.ts";

/**
 * Two ways to use an MCP server that requires an API key: a URL that contains the key, and a proxy
 * that adds the header for clients that can't.
 */
export interface KeyEndpoints {
  readonly link: string;
  readonly header: string;
  close(): void;
}

/** Creates the endpoints of a target. */
export async function createKeyEndpoints(target: Target): Promise<KeyEndpoints> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const ownHost = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const {
      host,
      connection: _,
      "content-length": __,
      "transfer-encoding": ___,
      ...rest
    } = incoming.headers as Record<string, string>;
    const headers = {
      ...rest,
      ...(host !== ownHost && host !== undefined && { host }),
      ...authorizationHeaders(target),
    };
    const response = await target.send({
      method: incoming.method!,
      path: incoming.url!,
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const { "transfer-encoding": ____, connection: _____, ...responseHeaders } = response.headers;
    outgoing.writeHead(response.status, responseHeaders).end(response.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    link: `${target.url}/mcp/k/${target.key}`,
    header: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
