import * as z from "zod";
import { COMPOSER_NAMES } from "../../core/lib/openapi-tools/index.ts";

const findPlaceholders = (template: object): string[] =>
  [...JSON.stringify(template).matchAll(/"\{(\w+)\}"/g)].map(([, name]) => name!);

/** Whether a template has a placeholder for each argument of the body. */
const hasAll = (template: object, names: readonly string[]): boolean =>
  names.every((name) => findPlaceholders(template).includes(name));

/** Whether the placeholders of a template are arguments of the body or parameters of the path. */
const hasOnly = (template: object, names: readonly string[], path: string): boolean =>
  findPlaceholders(template).every((name) => names.includes(name) || path.includes(`{${name}}`));

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
      template: z.union([z.looseObject({}), z.array(z.looseObject({})).min(1)]).optional(),
    })
    .refine(
      ({ schema, template }) =>
        template === undefined || hasAll(template, Object.keys(schema.properties)),
      "`template` must use all properties of `schema`",
    )
    .optional(),
});
/** A file of the overlay with the tools of one app, by method and path. */
export const TOOLS_FILE = z
  .record(z.string().regex(/^[A-Z]+ \//, "must be a method and a path"), tool)
  .refine(
    (tools) =>
      Object.entries(tools).every(
        ([path, { body }]) =>
          !body?.template || hasOnly(body.template, Object.keys(body.schema.properties), path),
      ),
    "`template` may use only the properties of `schema` and the parameters of the path",
  );
