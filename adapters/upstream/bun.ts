import type { UpstreamRequest, UpstreamResponse } from "../../core/index.ts";
import { outboundFailure } from "../../core/ports/outbound.ts";
import { createFetchedBody } from "../bun-bodies.ts";
import { MAX_BUFFERED_BYTES, type UpstreamDriver, type UpstreamDriverOptions } from "./driver.ts";
import { createStatusFailure, isBodiless, isFinalStatus, toOutboundFailure } from "./failure.ts";

/** What Bun's fetch takes besides the web's. */
interface BunInit extends RequestInit {
  readonly decompress: false;
  readonly timeout: false;
  /** No proxy, whatever the environment says. */
  readonly proxy: false;
}

/** Whether a request may go by Bun's fetch: it asks again on its own where a connection has gone, so only what may be repeated. */
export const canFetch = ({ method, body, headers }: UpstreamRequest): boolean =>
  body === null &&
  (method === "GET" || method === "HEAD") &&
  headers["user-agent"] !== undefined &&
  headers["content-length"] === undefined;

/** Whether Bun's fetch is there, and what it asks is what is meant: over TLS it takes Host for the name to be certified. */
export const isFetchAvailable = ({ protocol }: URL): boolean =>
  "Bun" in globalThis && protocol === "http:";

/** Asks by Bun's own fetch, which takes half of what its node:http does. */
export function createBunDriver({
  url,
  host,
  answerMs,
  idleMs,
}: UpstreamDriverOptions): UpstreamDriver {
  return {
    async send({ method, path, headers, signal }, onEnd) {
      const controller = new AbortController();
      const abort = () => controller.abort(outboundFailure("aborted", "The client went away."));
      const timer = setTimeout(
        () =>
          controller.abort(
            outboundFailure("timeout", `${url.host} did not answer in ${answerMs} ms.`),
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
        // What is left out, fetch would fill in: of what it takes, the origin is to send what the client can read.
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
    close() {},
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
  // Of the two, the chunks are what was read (RFC 9112 §6.3); of several lengths nobody knows which.
  if (headers["transfer-encoding"] !== undefined) delete headers["content-length"];
  if (headers["content-length"] !== undefined && !/^\d+$/.test(String(headers["content-length"])))
    throw outboundFailure("bad_answer", "The length of the answer is no number.");
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
    throw outboundFailure("bad_answer", "The answer ended early.");
  }
}
