import type { CompiledApp } from "./compiled-app.ts";

/** A compiled app as text, to be kept; its report is not. */
export function serializeCompiledApp({ report: _, definitions, ...app }: CompiledApp): string {
  return JSON.stringify({ ...app, definitions: [...definitions] });
}

/** What `keptText` wrote, read again. */
export function parseCompiledApp(text: string): Omit<CompiledApp, "report"> {
  const { definitions, ...app } = JSON.parse(text);
  return { ...app, definitions: new Map(definitions) };
}
