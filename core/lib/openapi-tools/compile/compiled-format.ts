import type { CompiledApp } from "./compiled-app.ts";

/** Serializes a compiled app, without its report. */
export function serializeCompiledApp({ report: _, definitions, ...app }: CompiledApp): string {
  return JSON.stringify({ ...app, definitions: [...definitions] });
}

/** Parses the output of `serializeCompiledApp`. */
export function parseCompiledApp(text: string): Omit<CompiledApp, "report"> {
  const { definitions, ...app } = JSON.parse(text);
  return { ...app, definitions: new Map(definitions) };
}
