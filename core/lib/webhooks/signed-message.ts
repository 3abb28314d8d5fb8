import type { Bytes } from "../kit/bytes/base64.ts";
import { hex, sha256 } from "../kit/bytes/digest.ts";
import type { WebhookScheme } from "./scheme.ts";
import { isForm, type WebhookRequest } from "./webhook-request.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Concatenates what is signed. The body stays as it was received. */
export function createMessage(
  { signed = "{body}" }: WebhookScheme,
  request: WebhookRequest,
  { timestamp, id }: { readonly timestamp: string; readonly id: string },
): Bytes {
  const { method, url, body } = request;
  const values: Readonly<Record<string, string>> = { timestamp, id, url, method };
  const parts = signed.split(/(\{\w+\})/).map((part): Uint8Array => {
    if (part === "{body}") return body;
    if (part === "{form}") return encode(concatenateForm(request));
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return encode(name === undefined ? part : (values[name] ?? ""));
  });
  const message = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  return message;
}

/**
 * Concatenates the names and values of a form, sorted by name. It also sorts the
 * values of a repeated name, and uses equal ones once. Other bodies give nothing.
 */
function concatenateForm(request: WebhookRequest): string {
  if (!isForm(request)) return "";
  const fields = new URLSearchParams(new TextDecoder().decode(request.body));
  return [...new Set(fields.keys())]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join("");
}

/**
 * Returns whether the signed address has the digest of the body. Forms need none, because their
 * fields are signed.
 */
export async function matchesBodyDigest(
  { bodyDigest }: WebhookScheme,
  request: WebhookRequest,
): Promise<boolean> {
  if (bodyDigest === undefined || isForm(request)) return true;
  const sent = new URL(request.url).searchParams.get(bodyDigest);
  if (sent === null) return request.body.length === 0;
  return sent.toLowerCase() === hex(await sha256(request.body));
}
