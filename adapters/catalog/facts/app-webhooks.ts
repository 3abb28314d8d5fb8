import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { AppWebhooks, SharedWebhooks } from "../../../core/lib/app-webhooks/index.ts";
import { SLUG } from "./app-json.ts";
import { FACTS_FOLDER } from "./facts-folder.ts";
import { readJsonFile } from "./json-file.ts";

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

const provenance = {
  docs: z.url({ protocol: /^https$/ }),
  checked: z.iso.date(),
  scheme: text,
};

const subscribed = z.strictObject({
  ...provenance,
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
});

const shared = z.strictObject({
  ...provenance,
  types: z
    .array(
      type
        .omit({ list: true })
        .extend({ arguments: z.strictObject({}) })
        .strict(),
    )
    .min(1),
  routing: z.strictObject({
    event: pointer,
    when: pointer.optional(),
    token: pointer.optional(),
    request: z.strictObject({ path: z.string().startsWith("/"), pointer }).optional(),
    secret: pointer.optional(),
  }),
});

/** `webhooks.json` of an app. */
export const WEBHOOKS_JSON = subscribed;

/** `shared/shared-webhooks.json`, by the slug of the app. */
export const SHARED_WEBHOOKS_JSON = z.record(SLUG, shared);

/**
 * Reads how apps let connections subscribe to their events, by the slug of the app. Throws an error
 * with a line for each mistake in a file.
 */
export function readAppWebhooks(folder = FACTS_FOLDER): ReadonlyMap<string, AppWebhooks> {
  const files = readdirSync(join(folder, "apps"))
    .sort()
    .map((slug) => ({ slug, file: join(folder, "apps", slug, "webhooks.json") }))
    .filter(({ file }) => existsSync(file));
  return new Map(
    files.map(({ slug, file }) => [slug, readJsonFile(file, "webhooks", WEBHOOKS_JSON)]),
  );
}

/**
 * Reads which apps send the events of all connections to one address, by the slug of the app. Throws
 * an error with a line for each mistake in the file.
 */
export const readSharedWebhooks = (folder = FACTS_FOLDER): ReadonlyMap<string, SharedWebhooks> =>
  new Map(
    Object.entries(
      readJsonFile(
        join(folder, "shared/shared-webhooks.json"),
        "shared-webhooks",
        SHARED_WEBHOOKS_JSON,
      ),
    ),
  );
