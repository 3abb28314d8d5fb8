import { shortenSchema, toModelSchema } from "../../lib/openapi-tools/compile/index.ts";
import {
  type AppRecord,
  type AuthMethod,
  type InputField,
  listsToolsByConnection,
  type ToolCard,
  type ToolCheck,
  type ToolRecord,
} from "../../lib/openapi-tools/index.ts";
import type { CatalogApp } from "../catalog/catalog-app.ts";
import type { Output } from "../contract.ts";

type App = Output<"getApp">;
type AppSummary = Output<"searchApps">["data"][number];
type ToolSummary = Output<"listTools">["data"][number];

/** Converts an app to its form in lists. */
export const appSummary = ({ entry, connections, isOwn }: CatalogApp): AppSummary => ({
  id: entry.slug,
  name: entry.name,
  description: entry.description,
  vendor: entry.vendor,
  categories: [...entry.categories],
  kind: entry.kind,
  auth_types: [...entry.auth],
  tools_count: entry.tools,
  connections_count: connections,
  verified: entry.verified,
  own: isOwn,
});

/** Converts an app to the output of `getApp`. */
export const appView = (
  app: CatalogApp,
  record: AppRecord,
  signIn: (method: AuthMethod) => {
    readonly isConfigured: boolean;
    readonly redirectUri?: string | undefined;
  },
): App => ({
  ...appSummary(app),
  aliases: [...(record.aliases ?? [])],
  ...(record.website && { website: record.website }),
  ...(record.docs && { docs_url: record.docs }),
  auth: record.methods
    .map((method) => ({ method, ...signIn(method) }))
    .map(({ method: { id, type, fields, scopes = [], setupUrl }, isConfigured, redirectUri }) => ({
      id,
      type,
      fields: fields.map(fieldView),
      scopes: scopes.map(({ name, description, isDefault }) => ({
        name,
        ...(description && { description }),
        default: isDefault,
      })),
      ...(setupUrl && { setup_url: setupUrl }),
      ...(redirectUri && { redirect_uri: redirectUri }),
      configured: isConfigured,
    })),
  base_url: record.base,
  base_url_fields: record.baseFields.map(fieldView),
  source: {
    origin: record.source.origin,
    document: record.source.document,
    ...(record.source.license && { license: record.source.license }),
    ...(record.source.version && { version: record.source.version }),
    retrieved_at: record.source.retrievedAt,
  },
  checks: countChecks(app.entry),
  ...toolListView(app),
});

function countChecks({ tools, checks }: CatalogApp["entry"]): App["checks"] {
  const counts = {
    matches_client: checks?.matches_client ?? 0,
    matches_example: checks?.matches_example ?? 0,
    known_endpoint: checks?.known_endpoint ?? 0,
    refuted: checks?.refuted ?? 0,
  };
  const checked = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { ...counts, compiled: tools - checked };
}

/** Describes when the tools of a remote MCP server were listed, and why some or all are missing. */
function toolListView(app: CatalogApp): Pick<App, "tools_listed_at" | "tools_problem"> {
  const listed = app.lists
    .flatMap((list) => list.listed ?? [])
    .toSorted()
    .at(-1);
  const problem = toolsProblem(app);
  return {
    ...(listed !== undefined && { tools_listed_at: listed }),
    ...(problem !== undefined && { tools_problem: problem }),
  };
}

function toolsProblem({ entry, connections, lists }: CatalogApp): string | undefined {
  const { name, slug } = entry;
  if (listsToolsByConnection(entry) && connections === 0)
    return `${name} lists its tools once it is connected. Connect it with connect_app (POST /api/v1/apps/${slug}/connect).`;
  const failure = lists.find((list) => list.failure)?.failure;
  if (!failure) return lists.find(({ omitted }) => omitted)?.omitted;
  if (failure.isFinal) return failure.message;
  return `${failure.message} Jackfield tries again. To try at once, test the connection.`;
}

const fieldView = ({ name, label, secret, required, pattern, help }: InputField) => ({
  name,
  label,
  secret,
  required,
  ...(pattern && { pattern }),
  ...(help && { help }),
});

/** Converts a tool to its form in lists and search results. */
export const toolSummary = (
  { entry, connections }: CatalogApp,
  { name, title, description, input, annotations, method, path, document, check }: ToolCard,
): ToolSummary => ({
  name,
  app: entry.slug,
  app_name: entry.name,
  title,
  description,
  inputs: [...input],
  annotations: {
    read_only: annotations.readOnly,
    destructive: annotations.destructive,
    idempotent: annotations.idempotent,
    open_world: annotations.openWorld,
  },
  ...(method !== undefined && path !== undefined && { http: { method, path } }),
  source: document ?? entry.read ?? "added by the account",
  check: checkView(check),
  connection: connectionView(entry, connections),
});

const checkView = (check: ToolCheck | undefined): ToolSummary["check"] => ({
  level: check?.level ?? "compiled",
  ...(check?.client && { client: { ...check.client } }),
  ...(check?.example && { example: { ...check.example } }),
});

function connectionView({ slug, name, auth }: CatalogApp["entry"], count: number) {
  const ready = count > 0 || auth.includes("none");
  const hint = `Connect ${name} with connect_app (POST /api/v1/apps/${slug}/connect).`;
  return { ready, count, ...(!ready && { hint }) };
}

/** The size of an input schema for a model. */
const MAX_SCHEMA_BYTES = 6_000;
const SCHEMA_NOTE =
  'This schema is shortened. It accepts all that the complete one does. To get that one, call get_tool with schema "complete" (GET /api/v1/tools/{tool}?schema=complete).';

/** Returns an input schema with at most 6 kB, and whether it is complete. */
export function inputSchemaView(input: ToolRecord["input"]) {
  const { schema, isComplete } = shortenSchema(toModelSchema(input), {
    maxBytes: MAX_SCHEMA_BYTES,
    note: SCHEMA_NOTE,
  });
  return { input_schema: toModelSchema(schema), input_schema_complete: isComplete };
}

/** Converts a tool to the output of `getTool`. */
export const toolView = (
  app: CatalogApp,
  card: ToolCard,
  { description, input, scopes, auth, version }: ToolRecord,
  detail: "short" | "complete",
): Output<"getTool"> => ({
  ...toolSummary(app, card),
  description,
  ...(detail === "complete"
    ? { input_schema: toModelSchema(input), input_schema_complete: true }
    : inputSchemaView(input)),
  scopes: [...scopes],
  auth: [...auth],
  version,
});
