import { formatCount } from "../../core/lib/kit/text/format-count.ts";
import type { ToolRecord } from "../../core/lib/openapi-tools/index.ts";
import type { CompiledFolder } from "../catalog/build/compile-app-folder.ts";

/** Formats what an app's folder became: the app, how it is connected, and its tools. */
export function formatAppFolder({ row, app, tools, left }: CompiledFolder): string {
  const { record } = app;
  const methods = record.methods.map(({ id, type, fields, scopes = [] }) => {
    const parts = [
      ...fields.map(({ name, required }) => (required ? name : `${name}?`)),
      ...(scopes.length > 0 ? [formatCount(scopes.length, "scope")] : []),
    ];
    return `  ${id} (${[type, ...parts].join(", ")})`;
  });
  return [
    `${record.name} (${row.slug}): ${record.description}`,
    `${record.kind === "mcp" ? "MCP server" : "Base URL"}: ${record.base ?? "from each document"}`,
    "How people connect it:",
    ...methods,
    `${formatCount(tools.length, "tool")}, with the arguments that they require:`,
    ...tools.map(formatTool),
    ...(left.length > 0 ? ["Left out:", ...left.map((line) => `  ${line}`)] : []),
  ].join("\n");
}

function formatTool({ name, title, input, binding }: ToolRecord): string {
  const required = (input["required"] as readonly string[] | undefined) ?? [];
  const request = binding ? `${binding.method} ${binding.path}` : "";
  return `  ${name.slice(name.indexOf(".") + 1)}(${required.join(", ")})  ${title}  ${request}`;
}
