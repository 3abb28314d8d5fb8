import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { AppWebhooks } from "../../core/lib/app-webhooks/index.ts";

const text = z.string().min(1);
const pointer = z.string().regex(/^(\/.*)?$/);
const values = z.record(text, z.unknown());

const request = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  path: z.string().startsWith("/"),
  query: z.record(text, text).optional(),
  body: values.optional(),
  format: z.enum(["json", "form"]).optional(),
});

const type = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9._]*$/),
  title: text,
  arguments: z.record(z.string().regex(/^[a-z_]+$/), values),
  required: z.array(text),
  values: values.optional(),
  list: z
    .strictObject({
      tool: text,
      arguments: values,
      items: pointer.optional(),
      id: pointer.optional(),
      changed: pointer.optional(),
      since: text.optional(),
      on: z.array(z.enum(["new", "changed", "removed"])).optional(),
    })
    .optional(),
});

const FILE = z.record(
  z.string().regex(/^[a-z0-9_]+$/),
  z.strictObject({
    docs: z.url({ protocol: /^https$/ }),
    checked: z.iso.date(),
    scheme: text,
    secretFrom: z.enum(["response", "handshake", "caller"]).optional(),
    isNotice: z.boolean().optional(),
    types: z.array(type).min(1),
    subscribe: request,
    result: z
      .strictObject({
        id: pointer.optional(),
        secret: pointer.optional(),
        expires: pointer.optional(),
        values: z.record(text, pointer).optional(),
      })
      .optional(),
    lifetime: z.int().positive().optional(),
    renew: request.optional(),
    read: request.optional(),
    list: z.strictObject({ request, items: pointer, url: pointer, id: pointer }).optional(),
    unsubscribe: request,
  }),
);

/**
 * Reads how apps let connections subscribe to their events, by the slug of the app. Throws an error
 * with a line for each mistake in the file.
 */
export function readAppWebhooks(
  path = fileURLToPath(new URL("overlay/webhooks.json", import.meta.url)),
): ReadonlyMap<string, AppWebhooks> {
  const parsed = FILE.safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (parsed.success) return new Map(Object.entries(parsed.data));
  const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error([`${path} is invalid.`, ...lines].join("\n"));
}
