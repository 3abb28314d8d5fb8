import type { HttpResponse } from "../../http/handler.ts";
import { collectBytes } from "../../http/input/bytes.ts";
import { Problem } from "../../http/problem.ts";

/** Returns the Vary header with `accept` added. */
export function varyWithAccept({ vary: current = [] }: HttpResponse["headers"]): string | string[] {
  const vary = [current].flat().join(", ");
  if (/(^|,)\s*(accept|\*)\s*(,|$)/i.test(vary)) return current;
  return vary ? `${vary}, accept` : "accept";
}

/** Cancels a response body that nobody will read. */
export function cancelBody({ body }: HttpResponse): void {
  if (body instanceof ReadableStream) void body.cancel().catch(() => {});
}

/** Reads a response body. Throws the `Problem` `unreadable_page` if it exceeds `maxBytes`. */
export async function readBodyBytes({ body }: HttpResponse, maxBytes: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  return collectBytes(
    body,
    maxBytes,
    () =>
      new Problem(
        "unreadable_page",
        `The page exceeds ${maxBytes} bytes, the limit for conversion.`,
        { hint: "Request the page as HTML." },
      ),
  );
}
