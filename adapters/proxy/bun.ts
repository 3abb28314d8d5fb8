import { outboundFailure } from "../../core/ports/outbound.ts";
import type { UpstreamRequest, UpstreamResponse } from "../../core/ports/upstream.ts";
import { createFetchedBody } from "../runtime/bodies/bun-bodies.ts";
import { MAX_BUFFERED_BYTES, type UpstreamDriver, type UpstreamDriverOptions } from "./driver.ts";
import { createStatusFailure, isBodiless, isFinalStatus, toOutboundFailure } from "./failure.ts";
import { createNodeDriver } from "./node.ts";

/** Options of Bun's fetch beyond the web standard. */
interface BunInit extends RequestInit {
  readonly decompress: false;
  readonly timeout: false;
  /** Disables proxies from the environment. */
  readonly proxy: false;
}

/**
 * Returns whether a request may use Bun's fetch, which retries on a stale connection. Only safe
 * requests may be retried.
 */
const canFetch = ({ method, body, headers }: UpstreamRequest): boolean =>
  body === null &&
  (method === "GET" || method === "HEAD") &&
  headers["user-agent"] !== undefined &&
  headers["content-length"] === undefined;

/**
 * Creates a driver that sends with Bun's fetch, which takes half the time of its node:http, or with
 * the latter where fetch can't.
 */
export function createBunDriver(options: UpstreamDriverOptions): UpstreamDriver {
  const nodeDriver = createNodeDriver(options);
  // Over TLS, fetch verifies the certificate against the Host header instead of the URL.
  if (options.url.protocol !== "http:") return nodeDriver;
  const fetchDriver = createFetchDriver(options);
  return {
    send: (request, onEnd) => (canFetch(request) ? fetchDriver : nodeDriver).send(request, onEnd),
    close: nodeDriver.close,
  };
}

function createFetchDriver({
  url,
  host,
  answerMs,
  idleMs,
}: UpstreamDriverOptions): Pick<UpstreamDriver, "send"> {
  return {
    async send({ method, path, headers, signal }, onEnd) {
      const controller = new AbortController();
      const abort = () => controller.abort(outboundFailure("aborted", "The client disconnected."));
      const timer = setTimeout(
        () =>
          controller.abort(
            outboundFailure("timeout", `${url.host} did not respond within ${answerMs} ms.`),
          ),
        answerMs,
      );
      signal.addEventListener("abort", abort, { once: true });
      const cleanUp = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
      if (signal.aborted) abort();
      try {
        // Without this header, fetch would accept encodings that the client may not support.
        const init: BunInit = {
          method,
          headers: { "accept-encoding": "identity", ...headers, host },
          redirect: "manual",
          decompress: false,
          timeout: false,
          proxy: false,
          signal: controller.signal,
        };
        const response = await fetch(url.origin + path, init);
        return await readResponse(response, { method, idleMs, onEnd });
      } catch (error) {
        throw controller.signal.aborted
          ? controller.signal.reason
          : toOutboundFailure(error as Error, url.host);
      } finally {
        cleanUp();
      }
    },
  };
}

async function readResponse(
  response: Response,
  { method, idleMs, onEnd }: { method: string; idleMs: number; onEnd: () => void },
): Promise<UpstreamResponse> {
  const { status } = response;
  if (!isFinalStatus(status)) throw createStatusFailure(status);
  const headers: Record<string, string | string[]> = {};
  response.headers.forEach((value, name) => {
    const previous = headers[name];
    headers[name] = previous === undefined ? value : [previous, value].flat();
  });
  // Transfer-Encoding overrides Content-Length (RFC 9112 §6.3). Several lengths are ambiguous.
  if (headers["transfer-encoding"] !== undefined) delete headers["content-length"];
  if (headers["content-length"] !== undefined && !/^\d+$/.test(String(headers["content-length"])))
    throw outboundFailure("bad_answer", "The Content-Length of the response is not a number.");
  if (method === "HEAD" || isBodiless(status) || !response.body)
    return { status, headers, body: null };
  if (
    Number(headers["content-length"] ?? "NaN") > MAX_BUFFERED_BYTES ||
    headers["content-length"] === undefined
  )
    return { status, headers, body: createFetchedBody(response.body, { idleMs, onEnd }) };
  try {
    return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
  } catch {
    throw outboundFailure("bad_answer", "The response ended early.");
  }
}
