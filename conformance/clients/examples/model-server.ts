import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A server with OpenAI's Responses API, whose model answers from a script. */
export interface ModelServer {
  readonly url: string;
  /** The bodies of all requests. */
  readonly requests: any[];
  close(): Promise<void>;
}

/** Starts a server whose model calls a function once and then says that it is done. */
export async function startModelServer(call: {
  readonly name: string;
  readonly arguments: object;
}): Promise<ModelServer> {
  const requests: any[] = [];
  const server = http.createServer(async (request, response) => {
    requests.push(await json(request));
    const output =
      requests.length === 1
        ? {
            type: "function_call",
            id: "fc_1",
            call_id: "call_1",
            name: call.name,
            arguments: JSON.stringify(call.arguments),
            status: "completed",
          }
        : {
            type: "message",
            id: "msg_1",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: "I created the issue.", annotations: [] }],
          };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: "resp_1", object: "response", output: [output] }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
