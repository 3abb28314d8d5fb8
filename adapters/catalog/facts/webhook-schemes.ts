import { join } from "node:path";
import { z } from "zod";
import type { KnownScheme } from "../../../core/index.ts";
import { findSchemeFaults } from "../../../core/lib/webhooks/index.ts";
import { FACTS_FOLDER } from "./facts-folder.ts";
import { readJsonFile } from "./json-file.ts";

const text = z.string().min(1);
const place = text;
/** The longest time in which a request can be repeated. */
const MAX_TOLERANCE_SECONDS = 900;
const unit = z.enum(["seconds", "milliseconds", "date"]);
const handshake = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("query"), parameter: text }),
  z.strictObject({
    kind: z.literal("field"),
    when: z.record(text, text),
    pointer: text,
    as: z.enum(["text", "json"]),
    isSigned: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal("header"),
    header: text,
    response: text,
    isSecret: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal("hmac"),
    when: z.record(text, text).optional(),
    pointer: text.optional(),
    parameter: text.optional(),
    value: text.optional(),
    response: text,
    encoding: z.enum(["hex", "base64"]),
    prefix: text.optional(),
    isSigned: z.boolean().optional(),
  }),
]);

const scheme = z
  .strictObject({
    algorithm: z.enum([
      "hmac-sha1",
      "hmac-sha256",
      "hmac-sha512",
      "token",
      "ed25519",
      "ecdsa-p256",
    ]),
    signature: z.strictObject({
      headers: z.array(text).min(1).optional(),
      pointer: text.optional(),
      prefix: text.optional(),
      split: z
        .discriminatedUnion("kind", [
          z.strictObject({ kind: z.literal("pairs"), separator: text, name: text }),
          z.strictObject({ kind: z.literal("list"), separator: z.string().length(1) }),
        ])
        .optional(),
    }),
    encoding: z.enum(["hex", "base64"]).optional(),
    signed: text.optional(),
    bodyDigest: text.optional(),
    body: z.literal("object").optional(),
    key: z.enum(["text", "base64", "hex", "standard"]).optional(),
    timestamp: z
      .strictObject({
        headers: z.array(text).optional(),
        pair: text.optional(),
        pointer: text.optional(),
        unit,
        tolerance: z.int().positive().max(MAX_TOLERANCE_SECONDS).optional(),
      })
      .optional(),
    id: z.array(place).optional(),
    type: z.array(place).optional(),
    each: z.string().optional(),
    handshakes: z.array(handshake).optional(),
    status: z.int().min(200).max(299).optional(),
  })
  .superRefine((value, { addIssue }) => {
    for (const message of findSchemeFaults(value)) addIssue({ code: "custom", message });
  });

/** `shared/webhook-schemes.json`, by name. */
export const WEBHOOK_SCHEMES_JSON = z.record(
  z.string().regex(/^[a-z0-9_]+$/),
  z.strictObject({
    title: text,
    secret: text,
    secretFrom: z.enum(["jackfield", "sender"]),
    docs: z.url({ protocol: /^https$/ }),
    checked: z.iso.date(),
    scheme,
  }),
);

/**
 * Reads the signature schemes of senders, by name. Throws an error with a line for each mistake in
 * the file.
 */
export const readWebhookSchemes = (folder = FACTS_FOLDER): ReadonlyMap<string, KnownScheme> =>
  new Map(
    Object.entries(
      readJsonFile(
        join(folder, "shared/webhook-schemes.json"),
        "webhook-schemes",
        WEBHOOK_SCHEMES_JSON,
      ),
    ),
  );
