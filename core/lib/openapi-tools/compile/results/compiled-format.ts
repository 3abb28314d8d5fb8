import { runAtOnce, type Steps } from "../../../kit/flow/slices.ts";
import { requireValue } from "../../../kit/require-value.ts";
import type { ToolRecord } from "../../tool-record.ts";
import type { CompiledApp } from "./compiled-app.ts";
import { type PackedTool, packTool, unpackTool } from "./packed-tool.ts";

/** Serializes a tool as one line of JSON that begins with its name. */
export const serializeTool = ({ name, ...tool }: ToolRecord): string =>
  JSON.stringify(packTool({ name, ...tool }));

/** Parses the output of `serializeTool`. */
export const parseTool = (text: string): ToolRecord => unpackTool(JSON.parse(text) as PackedTool);

/** Serializes a compiled app, without its report. */
export const serializeCompiledApp = (app: CompiledApp): string =>
  requireValue(runAtOnce(serializeInSteps(app)), "the text of an app");

/**
 * Serializes a compiled app step by step. Returns `undefined` as soon as the text is longer than
 * `maxLength` in UTF-16 units, because references can repeat a part many times.
 */
export function* serializeInSteps(
  { report: _, tools, definitions, ...app }: CompiledApp,
  maxLength = Number.POSITIVE_INFINITY,
): Steps<string | undefined> {
  const members = { ...app, tools: tools.map(packTool), definitions: [...definitions] };
  const parts: string[] = [];
  let length = 0;
  const append = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  for (const [name, value] of Object.entries(members)) {
    append(`${parts.length === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    if (!Array.isArray(value)) {
      append(JSON.stringify(value));
      continue;
    }
    append("[");
    for (const [index, item] of value.entries()) {
      append(`${index === 0 ? "" : ","}${JSON.stringify(item)}`);
      if (length > maxLength) return undefined;
      yield;
    }
    append("]");
  }
  append("}");
  return length > maxLength ? undefined : parts.join("");
}

/** Parses the output of `serializeCompiledApp`. */
export function parseCompiledApp(text: string): Omit<CompiledApp, "report"> {
  const { tools, definitions, ...app } = JSON.parse(text);
  return { ...app, tools: tools.map(unpackTool), definitions: new Map(definitions) };
}
