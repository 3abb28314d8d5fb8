import type { Bytes } from "../kit/bytes/base64.ts";
import { resolvePointer } from "../kit/json/json-pointer.ts";
import type { WebhookScheme } from "./scheme.ts";
import { createMessage, matchesBodyDigest } from "./signed-message.ts";
import { decodeKey, type ImportedSecrets, isEqual, matches } from "./verify-signature.ts";
import { isForm, parseBody, type WebhookRequest } from "./webhook-request.ts";

/** Why a request was refused. */
type WebhookRefusal =
  | "signature_missing"
  | "signature_mismatch"
  | "timestamp_missing"
  | "timestamp_outside_tolerance"
  | "header_repeated"
  | "too_many_signatures"
  | "id_invalid"
  | "secret_unusable"
  | "body_unreadable";

type WebhookVerdict =
  | { readonly isVerified: true; readonly body: unknown }
  | { readonly isVerified: false; readonly reason: WebhookRefusal };

const DEFAULT_TOLERANCE_SECONDS = 300;
/** The most signatures of a request. Each is compared with each secret. */
const MAX_SIGNATURES = 10;
/** The IDs that are part of a message. Other characters could belong to a body. */
const SIGNED_ID = /^[\w.:=+/@~-]{1,200}$/;
/** RFC 3339, or a date of HTTP. `Date.parse` also accepts dates with text before or after them. */
const DATE =
  /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/;

/**
 * Verifies a request, and parses its body afterwards. Every signature is compared with every secret,
 * in a time that doesn't depend on where they differ.
 *
 * @param secrets The secrets that are valid now, at least one.
 * @param now Milliseconds since 1970.
 * @param imported Filled with those of `secrets`.
 */
export async function verifyWebhook(
  scheme: WebhookScheme,
  secrets: readonly string[],
  request: WebhookRequest,
  now: number,
  imported: ImportedSecrets = new Map(),
): Promise<WebhookVerdict> {
  const keys = secrets
    .map((secret) => decodeKey(scheme, secret))
    .filter((key) => key !== undefined);
  if (keys.length === 0 || keys.length < secrets.length) return refuse("secret_unusable");
  const signed = readSigned(scheme, request);
  if ("reason" in signed) return { isVerified: false, reason: signed.reason };
  const outside = checkTime(scheme, signed.timestamp, now);
  if (outside) return refuse(outside);
  if (scheme.signature.pointer !== undefined)
    return verifyTokens(scheme, scheme.signature.pointer, secrets, request);
  let isVerified = false;
  for (const key of keys)
    for (const signature of signed.signatures)
      if (await matches(scheme, key, signature, signed.message, imported)) isVerified = true;
  if (!isVerified || !(await matchesBodyDigest(scheme, request)))
    return refuse("signature_mismatch");
  const body = parseBody(request);
  if (body === undefined || !hasForm(scheme, request, body)) return refuse("body_unreadable");
  const pointer = scheme.timestamp?.pointer;
  const late =
    pointer === undefined
      ? undefined
      : checkTime(scheme, toText(resolvePointer(body, pointer)), now);
  return late ? refuse(late) : { isVerified: true, body };
}

const refuse = (reason: WebhookRefusal): WebhookVerdict => ({ isVerified: false, reason });

/** Whether a body has the form that a scheme requires. */
const hasForm = (scheme: WebhookScheme, request: WebhookRequest, body: unknown): boolean =>
  scheme.body !== "object" || (!isForm(request) && isObject(body));

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const toText = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

interface Signed {
  readonly signatures: readonly string[];
  readonly timestamp: string | undefined;
  readonly message: Bytes;
}

/** Reads the signatures of a request and what they are about. */
function readSigned(
  scheme: WebhookScheme,
  request: WebhookRequest,
): Signed | { readonly reason: WebhookRefusal } {
  const { signature, timestamp: time } = scheme;
  if (signature.pointer !== undefined)
    return { signatures: [], timestamp: undefined, message: new Uint8Array() };
  // Headers of two spellings must not be mixed.
  const index = (signature.headers ?? []).findIndex((name) => request.headers.get(name) !== null);
  const header = readHeader(request, signature.headers?.[index]);
  if (!header) return { reason: "signature_missing" };
  const parsed = splitSignatures(signature, header, time?.pair);
  if ("reason" in parsed) return parsed;
  const { signatures } = parsed;
  if (signatures.length === 0) return { reason: "signature_missing" };
  if (signatures.length > MAX_SIGNATURES) return { reason: "too_many_signatures" };
  const timestamp =
    time?.pair === undefined ? readHeader(request, time?.headers?.[index]) : parsed.timestamp;
  const isInBody = time?.pointer !== undefined;
  if (time && !isInBody && !timestamp) return { reason: "timestamp_missing" };
  const idName = scheme.id?.[index];
  const id = (idName?.startsWith("/") ? undefined : readHeader(request, idName)) ?? "";
  if (scheme.signed?.includes("{id}") && !SIGNED_ID.test(id)) return { reason: "id_invalid" };
  const message = createMessage(scheme, request, { timestamp: timestamp ?? "", id });
  return { signatures, timestamp: isInBody ? undefined : timestamp, message };
}

/** `Headers` throws for an empty name. */
const readHeader = ({ headers }: WebhookRequest, name: string | undefined): string | undefined =>
  name === undefined ? undefined : (headers.get(name) ?? undefined);

function splitSignatures(
  { split, prefix = "" }: WebhookScheme["signature"],
  header: string,
  timestampName: string | undefined,
):
  | { readonly signatures: readonly string[]; readonly timestamp?: string | undefined }
  | { readonly reason: WebhookRefusal } {
  if (!split) return { signatures: header.startsWith(prefix) ? [header.slice(prefix.length)] : [] };
  const parts = header.split(split.separator).map((part) => part.trim());
  if (split.kind === "list") {
    // Runtimes join the values of a repeated header with a comma.
    if (parts.some((part) => part.endsWith(","))) return { reason: "header_repeated" };
    const matching = parts.filter((part) => part.startsWith(prefix));
    return { signatures: matching.map((part) => part.slice(prefix.length)) };
  }
  const pairs = parts.map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at), part.slice(at + 1)] as const;
  });
  const timestamps = pairs.filter(([name]) => name === timestampName).map(([, value]) => value);
  if (timestamps.length > 1) return { reason: "header_repeated" };
  return {
    signatures: pairs.filter(([name]) => name === split.name).map(([, value]) => value),
    timestamp: timestamps[0],
  };
}

function checkTime(
  { timestamp: place }: WebhookScheme,
  text: string | undefined,
  now: number,
): WebhookRefusal | undefined {
  if (!place || text === undefined) return undefined;
  const time = parseTime(text, place.unit);
  const tolerance = (place.tolerance ?? DEFAULT_TOLERANCE_SECONDS) * 1_000;
  // Written so that NaN is refused too.
  return Math.abs(now - time) <= tolerance ? undefined : "timestamp_outside_tolerance";
}

function parseTime(text: string, unit: "seconds" | "milliseconds" | "date"): number {
  if (unit === "date") return DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (!/^\d{1,15}$/.test(text)) return Number.NaN;
  return Number(text) * (unit === "seconds" ? 1_000 : 1);
}

/** Compares the tokens in a body with the secrets. Every event of the body must have one. */
async function verifyTokens(
  { each }: WebhookScheme,
  pointer: string,
  secrets: readonly string[],
  request: WebhookRequest,
): Promise<WebhookVerdict> {
  const body = parseBody(request);
  if (body === undefined) return refuse("body_unreadable");
  const items = each === undefined ? [body] : resolvePointer(body, each);
  if (!Array.isArray(items) || items.length === 0) return refuse("signature_missing");
  for (const item of items) {
    const token = resolvePointer(item, pointer);
    if (typeof token !== "string") return refuse("signature_missing");
    const results = await Promise.all(
      secrets.map((secret) => {
        const encoder = new TextEncoder();
        return isEqual(encoder.encode(secret), encoder.encode(token));
      }),
    );
    if (!results.includes(true)) return refuse("signature_mismatch");
  }
  return { isVerified: true, body };
}
