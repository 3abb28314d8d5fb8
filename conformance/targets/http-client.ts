import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { CLIENT_HEADER } from "../fixtures/site.ts";
import type { Target, TestRequest, TestResponse } from "./target.ts";

/** The response timeout in milliseconds. */
const RESPONSE_TIMEOUT = 20_000;

/** The User-Agent of the suite. */
const USER_AGENT = "jackfield-conformance (https://www.npmjs.com/package/jackfield)";

/**
 * Sends HTTP requests with literal paths, which fetch would normalize. After a 429 that the case
 * doesn't expect, it waits for Retry-After and tries again, up to three times.
 */
export function createHttpClient(
  url: string,
): Pick<Target, "url" | "send"> & { closeConnections(): void } {
  const { protocol } = new URL(url);
  const agent =
    protocol === "https:"
      ? new HttpsAgent({ keepAlive: true })
      : new HttpAgent({ keepAlive: true });
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
    async send(request) {
      for (let attempts = 0; ; attempts++) {
        const response = await once(request);
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
