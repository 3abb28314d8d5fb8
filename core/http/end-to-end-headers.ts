import { Problem } from "../problem.ts";
import type { HttpRequest, HttpResponse } from "./handler.ts";

/** What belongs to one connection, not to the message (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers of a message that go on to the next server: less those of the connection, and those that Connection names. */
export function endToEndHeaders<Value extends string | string[]>(
  headers: Iterable<readonly [string, Value]>,
  connection: string,
): Record<string, Value> {
  const connectionHeaders =
    connection === "" || /^\s*(close|keep-alive)\s*$/i.test(connection)
      ? undefined
      : new Set(
          connection
            .toLowerCase()
            .split(",")
            .map((name) => name.trim()),
        );
  const forwarded: Record<string, Value> = {};
  for (const [name, value] of headers) {
    if (HOP_BY_HOP.has(name) || (connectionHeaders?.has(name) && name !== "content-length"))
      continue;
    forwarded[name] = value;
  }
  return forwarded;
}

/** The headers of an answer that go on to the client. */
export function endToEndResponseHeaders({ headers }: HttpResponse): HttpResponse["headers"] {
  const forwarded = endToEndHeaders(
    Object.entries(headers),
    [headers["connection"] ?? ""].flat().join(","),
  );
  delete forwarded["alt-svc"];
  return forwarded;
}

/**
 * How the body of a request is framed: with a length, in chunks, or not there. What two servers might read differently is
 * refused (request smuggling, RFC 9112 §6.3).
 */
export function detectFraming({
  headers,
}: Pick<HttpRequest, "headers">): "none" | "length" | "chunked" {
  const length = headers.get("content-length");
  const coding = headers.get("transfer-encoding");
  const framingProblem = (detail: string) =>
    new Problem("invalid_input", detail, {
      errors: [{ pointer: "", detail }],
      headers: { connection: "close" },
    });
  if (coding !== null && length !== null)
    throw framingProblem("The request has both a Content-Length and a Transfer-Encoding.");
  if (coding !== null && coding.trim().toLowerCase() !== "chunked")
    throw framingProblem("The Transfer-Encoding of the request is other than chunked.");
  if (length !== null && !/^\d{1,15}$/.test(length))
    throw framingProblem("The Content-Length of the request is no number of bytes.");
  return coding !== null ? "chunked" : Number(length ?? 0) > 0 ? "length" : "none";
}
