import type { ToolRecord } from "../app.ts";
import type { CompiledApp } from "./compiled-app.ts";
import { type PackedTool, packTool, unpackTool } from "./packed-tool.ts";

/** Serializes a tool as one line of JSON that begins with its name. */
export const serializeTool = ({ name, ...tool }: ToolRecord): string =>
  JSON.stringify(packTool({ name, ...tool }));

/** Parses the output of `serializeTool`. */
export const parseTool = (text: string): ToolRecord => unpackTool(JSON.parse(text) as PackedTool);

/** Serializes a compiled app, without its report. */
export const serializeCompiledApp = ({
  report: _,
  tools,
  definitions,
  ...app
}: CompiledApp): string =>
  JSON.stringify({ ...app, tools: tools.map(packTool), definitions: [...definitions] });

/** Parses the output of `serializeCompiledApp`. */
export function parseCompiledApp(text: string): Omit<CompiledApp, "report"> {
  const { tools, definitions, ...app } = JSON.parse(text);
  return { ...app, tools: tools.map(unpackTool), definitions: new Map(definitions) };
}
