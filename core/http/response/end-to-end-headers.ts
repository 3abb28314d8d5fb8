import type { HttpRequest, HttpResponse } from "../handler.ts";
import { Problem } from "../problem.ts";

/** Headers that apply to one connection only (RFC 9110 §7.6.1). */
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

/**
 * Returns the headers to forward: all except hop-by-hop headers and those that the Connection
 * header lists.
 */
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

/** Returns the response headers to forward to the client. */
export function endToEndResponseHeaders({ headers }: HttpResponse): HttpResponse["headers"] {
  const forwarded = endToEndHeaders(
    Object.entries(headers),
    [headers["connection"] ?? ""].flat().join(","),
  );
  delete forwarded["alt-svc"];
  return forwarded;
}

/**
 * Returns how the request body is framed. Throws the `Problem` `invalid_input` for framing that two
 * servers could read differently (request smuggling, RFC 9112 §6.3).
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
    throw framingProblem("The request has both Content-Length and Transfer-Encoding.");
  if (coding !== null && coding.trim().toLowerCase() !== "chunked")
    throw framingProblem(`Transfer-Encoding is "${coding.slice(0, 100)}" instead of "chunked".`);
  if (length !== null && !/^\d{1,15}$/.test(length))
    throw framingProblem(`Content-Length is "${length.slice(0, 100)}", which isn't a byte count.`);
  if (coding !== null) return "chunked";
  return Number(length ?? 0) > 0 ? "length" : "none";
}
