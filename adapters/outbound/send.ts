import http from "node:http";
import https from "node:https";
import type { OutboundFailure } from "../../core/ports/outbound.ts";
import { isOutboundFailure, outboundFailure } from "../../core/ports/outbound.ts";
import type { Agents, Route } from "./connect.ts";
import type { Hop } from "./redirect.ts";

const MAX_HEADER_BYTES = 32 * 1024;

/**
 * Sends one request to the addresses of the route. Resolves when the response headers have arrived.
 */
export async function send(hop: Hop, route: Route, agents: Agents): Promise<http.IncomingMessage> {
  // A server may close an idle connection just as it is reused. Only safe methods reuse one, and
  // retry.
  const isSafe = hop.method === "GET" || hop.method === "HEAD" || hop.method === "OPTIONS";
  try {
    return await sendOnce(hop, { ...route, isFresh: !isSafe }, agents);
  } catch (error) {
    if (!(error as StaleError).wasReused || route.signal.aborted)
      throw toOutboundFailure(error, route);
  }
  try {
    return await sendOnce(hop, { ...route, isFresh: true }, agents);
  } catch (error) {
    throw toOutboundFailure(error, route);
  }
}

interface StaleError extends Error {
  wasReused?: boolean;
}

function sendOnce(hop: Hop, route: Route, agents: Agents): Promise<http.IncomingMessage> {
  const { url } = hop.target;
  const { isSecure, host, port } = route.target;
  const body = typeof hop.body === "string" ? new TextEncoder().encode(hop.body) : hop.body;
  const headers: Record<string, string> = {
    host: url.host,
    ...hop.headers,
    ...route.headers,
    ...(body || ["POST", "PUT", "PATCH"].includes(hop.method)
      ? { "content-length": String(body?.byteLength ?? 0) }
      : {}),
    ...(route.isFresh ? { connection: "close" } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request({
      agent: isSecure ? agents.https : agents.http,
      host,
      port,
      path: url.pathname + url.search,
      method: hop.method,
      headers,
      maxHeaderSize: MAX_HEADER_BYTES,
      ...{ route },
    });
    const abort = () => request.destroy(route.signal.reason);
    route.signal.listen(abort);
    request.on("error", (error: StaleError) => {
      // A parser error (HPE_…) means that the server responded, so the connection wasn't stale.
      if (request.reusedSocket && !isParserError(error)) error.wasReused = true;
      reject(error);
    });
    request.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(outboundFailure("bad_answer", `${host} switched to another protocol.`));
    });
    let hasResponse = false;
    request.on("close", () => {
      if (!hasResponse) reject(new Error("closed"));
    });
    request.on("response", (response) => {
      hasResponse = true;
      // Ignore connection errors while nobody reads the body. Readers add their own listener.
      response.on("error", () => {});
      resolve(response);
    });
    request.end(body);
    if (route.signal.aborted) abort();
  });
}

function toOutboundFailure(error: unknown, { target: { host }, signal }: Route): OutboundFailure {
  if (signal.reason) return signal.reason;
  if (isOutboundFailure(error)) return error;
  if ((error as { code?: unknown }).code === "HPE_HEADER_OVERFLOW") {
    return outboundFailure(
      "too_large",
      `${host} sent more than ${MAX_HEADER_BYTES} bytes of headers.`,
    );
  }
  return outboundFailure(
    "bad_answer",
    isParserError(error)
      ? `${host} did not respond with HTTP.`
      : `${host} closed the connection without a response.`,
  );
}

function isParserError(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith("HPE_");
}
