import type { ToolTerms } from "../index/fields.ts";
import type { Vectors } from "../index/vectors.ts";

const MAX_TERMS = 60;

/** The distinct terms that are embedded: name, app, title and the start of the description. */
export const semanticTerms = ([name, app, title, description]: ToolTerms["fields"]): string[] => [
  ...new Set(
    [
      ...name!.slice(0, 12),
      ...app!.slice(0, 6),
      ...title!.slice(0, 20),
      ...description!.slice(0, 40),
    ].slice(0, MAX_TERMS),
  ),
];

/** The embedding of a tool, with a signed byte per dimension. */
export const embedTool = (vectors: Vectors, fields: ToolTerms["fields"]): Int8Array =>
  Int8Array.from(vectors.embed(semanticTerms(fields)), (value) => Math.round(value * 127));
