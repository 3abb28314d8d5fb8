/** Shortens JSON for an error message: at most 60 characters, and a string keeps its closing quote. */
export function shortenJson(json: string): string {
  if (json.length <= 60) return json;
  return json.startsWith('"') ? `${json.slice(0, 59)}…"` : `${json.slice(0, 60)}…`;
}
