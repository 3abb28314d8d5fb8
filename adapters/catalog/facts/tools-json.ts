import * as z from "zod";

const findPlaceholders = (template: object): string[] =>
  [...JSON.stringify(template).matchAll(/"\{(\w+)\}"/g)].map(([, name = ""]) => name);

/** Whether a template has a placeholder for each argument of the body. */
const hasAll = (template: object, names: readonly string[]): boolean =>
  names.every((name) => findPlaceholders(template).includes(name));

/** Whether the placeholders of a template are arguments of the body or parameters of the path. */
const hasOnly = (template: object, names: readonly string[], path: string): boolean =>
  findPlaceholders(template).every((name) => names.includes(name) || path.includes(`{${name}}`));

const tool = z.strictObject({
  retired: z
    .string()
    .endsWith(".")
    .max(160)
    .optional()
    .describe(
      "Why the operation becomes no tool, as a sentence: the vendor retired it, or keeps it for " +
        "few apps.",
    ),
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, "must be a tool's name without the app's slug")
    .optional()
    .describe("The name of the tool without the slug of the app."),
  title: z.string().max(80).optional(),
  description: z.string().max(300).optional(),
  phrases: z
    .array(z.string().max(60))
    .min(3)
    .max(8)
    .optional()
    .describe(
      "What people ask for when they mean this tool, from the vendor's documentation and common " +
        "usage, never from evaluation data. No two tools of an app share a phrase.",
    ),
  arguments: z
    .record(z.string(), z.string().max(200))
    .optional()
    .describe(
      "Descriptions of arguments that the document doesn't describe: what they are, an example, " +
        "and where the value comes from. The compiler adds a source only if the text has no " +
        "`From app.tool`.",
    ),
  required: z
    .array(z.string())
    .min(1)
    .optional()
    .describe("Arguments that the API requires, although its document says they are optional."),
  parameters: z
    .array(z.string())
    .optional()
    .describe("The parameters that callers may pass. All by default."),
  fixed: z
    .record(z.string(), z.string())
    .optional()
    .describe("Query parameters that callers can't change."),
  defaults: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "Query parameters that callers can change, for APIs whose own defaults lead to useless results.",
    ),
  body: z
    .strictObject({
      schema: z
        .looseObject({ type: z.literal("object"), properties: z.looseObject({}) })
        .describe("A JSON Schema whose members become arguments."),
      compose: z
        .string()
        .regex(/^[a-z][a-z0-9_]*$/)
        .optional()
        .describe("The name of a composer in `compose.ts`, which creates the body."),
      template: z
        .union([z.looseObject({}), z.array(z.looseObject({})).min(1)])
        .optional()
        .describe(
          'The JSON of the request, with the string `{name}` in place of each argument. `"..."` ' +
            "merges the members of an argument. An operation of a GraphQL API is a path with a " +
            "fragment, such as `/graphql#create_issue`, and its template has the query.",
        ),
    })
    .refine(
      ({ schema, template }) =>
        template === undefined || hasAll(template, Object.keys(schema.properties)),
      "`template` must use all properties of `schema`",
    )
    .optional()
    .describe("Replaces the body in the document."),
});
/**
 * `tools.json` of an app: by method and path, texts, parameters and bodies that replace those of its
 * documents.
 */
export const TOOLS_JSON = z
  .record(z.string().regex(/^[A-Z]+ \//, "must be a method and a path"), tool)
  .refine(
    (tools) =>
      Object.entries(tools).every(
        ([path, { body }]) =>
          !body?.template || hasOnly(body.template, Object.keys(body.schema.properties), path),
      ),
    "`template` may use only the properties of `schema` and the parameters of the path",
  );
