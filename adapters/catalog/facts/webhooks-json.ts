import { z } from "zod";
import { SLUG } from "./app-json.ts";

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
