import { loadComposer } from "../../adapters/catalog/composers.ts";
import type { OpenCatalog } from "../../adapters/catalog/folder.ts";
import { buildRequest } from "../../core/lib/openapi-tools/call/index.ts";
import type { AppRecord, HttpBinding, ToolRecord } from "../../core/lib/openapi-tools/index.ts";
import type { WireRequest } from "./compare.ts";

export type HttpTool = ToolRecord & { readonly binding: HttpBinding };

/** A tool with its app, and the document that it comes from. */
export interface AppTool {
  readonly record: AppRecord;
  readonly tool: HttpTool;
  readonly document: string;
}

/** Reads the HTTP tools of apps. */
export async function* readTools(
  catalog: OpenCatalog,
  slugs: readonly string[],
): AsyncGenerator<AppTool> {
  for (const slug of slugs) {
    const record = (await catalog.findApp(slug))!;
    const { first, end } = catalog.toolRange(slug)!;
    const numbers = Array.from({ length: end - first }, (_, index) => first + index);
    for (const card of await catalog.readCards(numbers)) {
      const tool = await catalog.findTool(card.name);
      const document = card.document ?? record.source.document;
      if (tool?.binding) yield { record, tool: { ...tool, binding: tool.binding }, document };
    }
  }
}

/**
 * Builds the request of a tool with a connection by the app's method `methodId`, or else by the
 * tool's first one. `values` are the values of the connection and its context by the names of their fields.
 */
export async function buildToolRequest(
  { record, tool }: Pick<AppTool, "record" | "tool">,
  args: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, string>> = {},
  methodId?: string,
): Promise<WireRequest> {
  const method =
    record.methods.find(({ id }) =>
      methodId === undefined ? tool.auth.includes(id) : id === methodId,
    ) ?? record.methods[0];
  const fields = [...(method?.fields ?? []), ...record.baseFields];
  const entered = (isSecret: boolean) =>
    Object.fromEntries(
      fields
        .filter(({ name, secret, required }) => secret === isSecret && (required || name in values))
        .map(({ name, fallback }) => [name, values[name] ?? fallback ?? "example"]),
    );
  // The connection's context has the values that aren't fields.
  const context = Object.entries(values).filter(
    ([name]) => !fields.some((field) => field.name === name),
  );
  const { compose } = tool.binding.body ?? {};
  const { body = "", ...request } = await buildRequest({
    record,
    tool,
    args,
    connection: method && {
      id: "conn_1",
      method,
      fields: { ...Object.fromEntries(context), ...entered(false) },
      secrets: { access_token: values["access_token"] ?? "token", ...entered(true) },
    },
    idempotencyKey: "run_1",
    composer: compose === undefined ? undefined : await loadComposer(record.slug, compose),
  });
  return {
    ...request,
    body: typeof body === "string" ? body : Buffer.from(body).toString("latin1"),
  };
}
