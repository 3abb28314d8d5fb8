import type { Schema } from "../../../../generated/table.ts";
import type { HttpRequest } from "../../../http/handler.ts";
import { readBody, readText } from "../../../http/input/read-body.ts";
import { Problem } from "../../../http/problem.ts";
import { textBefore } from "../../../lib/kit/text/text-before.ts";

const FORM_BYTES = 64 * 1024;

/**
 * Reads an HTML form. A form with a limit of its own, in bytes, may have files. Scripts of other
 * origins can send other types without a preflight.
 */
export async function readForm(request: HttpRequest, limit?: number): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  const mediaType = textBefore(type, ";").trim().toLowerCase();
  if (mediaType === "application/x-www-form-urlencoded")
    return new URLSearchParams(await readText(request, limit ?? FORM_BYTES));
  if (mediaType === "multipart/form-data" && limit !== undefined)
    return readMultipart(await readBody(request, limit), type);
  throw new Problem("foreign_request", "The request isn't a form of this service.", {
    hint: "Open the page again and repeat what you did there.",
  });
}

/** The end of the names of file fields. A file becomes the value of the field without it. */
const FILE_SUFFIX = /_file$/;

/** Reads a form with files (RFC 7578). The text of a file replaces that of its field. */
async function readMultipart(body: Uint8Array, type: string): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  for (const [name, value] of await parseMultipart(body, type)) {
    if (typeof value === "string") fields.append(name, value);
    else if (value.size > 0) fields.set(name.replace(FILE_SUFFIX, ""), await value.text());
  }
  return fields;
}

async function parseMultipart(body: Uint8Array, type: string): Promise<FormData> {
  try {
    const response = new Response(body as BodyInit, { headers: { "content-type": type } });
    return await response.formData();
  } catch {
    throw new Problem("invalid_input", "The form can't be read.", {
      hint: "Open the page again and repeat what you did there.",
      errors: [{ pointer: "", detail: "It isn't valid multipart/form-data." }],
    });
  }
}

/**
 * Decodes the fields of a form by the schema of an operation's input. Empty fields are left out, and
 * fields that the operation doesn't define are ignored. A list has one value per field or line. The
 * members of a map are fields such as `context.organization`.
 */
export function decodeForm(
  properties: Readonly<Record<string, Schema>>,
  fields: URLSearchParams,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (schema["type"] === "object") {
      const members = [...fields].filter(([key, value]) => key.startsWith(`${name}.`) && value);
      if (members.length > 0)
        input[name] = Object.fromEntries(
          members.map(([key, value]) => [key.slice(name.length + 1), value]),
        );
      continue;
    }
    const values = fields.getAll(name).filter(Boolean);
    const [first] = values;
    if (first === undefined) continue;
    input[name] =
      schema["type"] === "array"
        ? values.flatMap(splitLines).map((value) => convert(value, schema["items"] ?? {}))
        : convert(first, schema);
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
