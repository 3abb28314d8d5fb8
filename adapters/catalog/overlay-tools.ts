import * as z from "zod";
import { COMPOSER_NAMES } from "../../core/lib/openapi-tools/index.ts";

/** Whether a template has a placeholder for each argument, and for no other. */
function isFilledBy(template: object, names: readonly string[]): boolean {
  const placeholders = [...JSON.stringify(template).matchAll(/"\{(\w+)\}"/g)].map(
    ([, name]) => name,
  );
  return (
    placeholders.every((name) => names.includes(name!)) &&
    names.every((name) => placeholders.includes(name))
  );
}

const tool = z.strictObject({
  retired: z.string().endsWith(".").max(160).optional(),
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, "must be a tool's name without the app's slug")
    .optional(),
  title: z.string().max(80).optional(),
  description: z.string().max(300).optional(),
  phrases: z.array(z.string().max(60)).min(3).max(8).optional(),
  arguments: z.record(z.string(), z.string().max(200)).optional(),
  required: z.array(z.string()).min(1).optional(),
  parameters: z.array(z.string()).optional(),
  fixed: z.record(z.string(), z.string()).optional(),
  defaults: z.record(z.string(), z.string()).optional(),
  body: z
    .strictObject({
      schema: z.looseObject({ type: z.literal("object"), properties: z.looseObject({}) }),
      compose: z.enum(COMPOSER_NAMES).optional(),
      template: z.looseObject({}).optional(),
    })
    .refine(
      ({ schema, template }) =>
        template === undefined || isFilledBy(template, Object.keys(schema.properties)),
      "`template` must use exactly the properties of `schema`",
    )
    .optional(),
});
/** A file of the overlay with the tools of one app, by method and path. */
export const TOOLS_FILE = z.record(
  z.string().regex(/^[A-Z]+ \//, "must be a method and a path"),
  tool,
);
