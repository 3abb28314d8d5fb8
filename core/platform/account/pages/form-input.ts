import type { Schema } from "../../../../generated/table.ts";
import type { HttpRequest } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import { readText } from "../../../http/read-body.ts";

const FORM_BYTES = 64 * 1024;

/** Reads an HTML form. Scripts of other origins can send other types without a preflight. */
export async function readForm(request: HttpRequest): Promise<URLSearchParams> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded")
    throw new Problem("foreign_request", "The request isn't a form of this service.", {
      hint: "Open the page again and repeat what you did there.",
    });
  return new URLSearchParams(await readText(request, FORM_BYTES));
}

/**
 * Decodes the fields of a form by the schema of an operation's input. Empty fields are left out, and
 * fields that the operation doesn't define are ignored. A list has one value per field or line.
 */
export function decodeForm(
  properties: Readonly<Record<string, Schema>>,
  fields: URLSearchParams,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const values = fields.getAll(name).filter(Boolean);
    if (values.length === 0) continue;
    input[name] =
      schema["type"] === "array"
        ? values.flatMap(splitLines).map((value) => convert(value, schema["items"] ?? {}))
        : convert(values[0]!, schema);
  }
  return input;
}

const splitLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Converts a field to the type of its schema. What doesn't convert stays a string, which fails. */
function convert(text: string, schema: Schema): unknown {
  switch (schema["type"]) {
    case "integer":
    case "number":
      return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
    case "boolean":
      return text === "true" || text === "on" || (text === "false" ? false : text);
    default:
      return text;
  }
}
