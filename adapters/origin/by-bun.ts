import type { OriginAnswer, OriginRequest } from "../../core/index.ts";
import { outboundFailure } from "../../core/ports/outbound.ts";
import { fetchedBody } from "../fetched-bodies.ts";
import { type Driver, type DriverOptions, SMALL } from "./driver.ts";
import { failureOf, isAnswer, isBodiless, noAnswer } from "./failure.ts";

/** What Bun's fetch takes besides the web's. */
interface BunInit extends RequestInit {
  readonly decompress: false;
  readonly timeout: false;
  /** No proxy, whatever the environment says. */
  readonly proxy: false;
}

/** Whether a request may go by Bun's fetch: it asks again on its own where a connection has gone, so only what may be repeated. */
export const isForFetch = ({ method, body, headers }: OriginRequest): boolean =>
  body === null &&
  (method === "GET" || method === "HEAD") &&
  headers["user-agent"] !== undefined &&
  headers["content-length"] === undefined;

/** Whether Bun's fetch is there, and what it asks is what is meant: over TLS it takes Host for the name to be certified. */
export const mayFetch = ({ protocol }: URL): boolean => "Bun" in globalThis && protocol === "http:";

/** Asks by Bun's own fetch, which takes half of what its node:http does. */
export function byBun({ url, host, answerMs, idleMs }: DriverOptions): Driver {
  return {
    async ask({ method, path, headers, signal }, over) {
      const ending = new AbortController();
      const abort = () => ending.abort(outboundFailure("aborted", "The client went away."));
      const timer = setTimeout(
        () =>
          ending.abort(outboundFailure("timeout", `${url.host} did not answer in ${answerMs} ms.`)),
        answerMs,
      );
      signal.addEventListener("abort", abort, { once: true });
      const done = () => {
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
          signal: ending.signal,
        };
        const response = await fetch(url.origin + path, init);
        return await answerOf(response, { method, idleMs, over });
      } catch (error) {
        throw ending.signal.aborted ? ending.signal.reason : failureOf(error as Error, url.host);
      } finally {
        done();
      }
    },
    close() {},
  };
}

async function answerOf(
  response: Response,
  { method, idleMs, over }: { method: string; idleMs: number; over: () => void },
): Promise<OriginAnswer> {
  const { status } = response;
  if (!isAnswer(status)) throw noAnswer(status);
  const headers: Record<string, string | string[]> = {};
  response.headers.forEach((value, name) => {
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  });
  // Of the two, the chunks are what was read (RFC 9112 §6.3); of several lengths nobody knows which.
  if (headers["transfer-encoding"] !== undefined) delete headers["content-length"];
  if (headers["content-length"] !== undefined && !/^\d+$/.test(String(headers["content-length"])))
    throw outboundFailure("bad_answer", "The length of the answer is no number.");
  if (method === "HEAD" || isBodiless(status) || !response.body)
    return { status, headers, body: null };
  if (Number(headers["content-length"] ?? "NaN") > SMALL || headers["content-length"] === undefined)
    return { status, headers, body: fetchedBody(response.body, { idleMs, over }) };
  try {
    return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
  } catch {
    throw outboundFailure("bad_answer", "The answer ended early.");
  }
}
