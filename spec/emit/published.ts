import type { OpenApiDocument } from "./operations.ts";

/**
 * The document as it is published: what TypeSpec says by words that few readers know, in plainer ones. Open objects are
 * written `unevaluatedProperties: {}`, closed ones `{ not: {} }`; the bodies of our own requests, which hold nothing that
 * they do not name, are not written as closed at all; and headers that several operations share are kept apart.
 */
export function toPublishedDocument(document: OpenApiDocument): OpenApiDocument {
  const parameters = document.components?.parameters ?? {};
  const text = JSON.stringify(document, (_, value) => {
    if (typeof value !== "object" || value === null) return value;
    if (value.$ref?.startsWith(PARAMETERS)) return parameters[value.$ref.slice(PARAMETERS.length)];
    if (!("unevaluatedProperties" in value)) return value;
    const { unevaluatedProperties: others, ...rest } = value;
    return { ...rest, additionalProperties: readAdditionalProperties(others) };
  });
  const plain: OpenApiDocument = JSON.parse(text);
  delete plain.components?.parameters;
  for (const item of Object.values(plain.paths)) {
    for (const operation of Object.values(item)) {
      const body = operation.requestBody?.content?.["application/json"]?.schema;
      if (body?.type === "object" && !operation["x-binding"]) body.additionalProperties = false;
    }
  }
  return plain;
}

const PARAMETERS = "#/components/parameters/";

/** What an object may hold besides what it names. */
function readAdditionalProperties(others: Record<string, any>): unknown {
  if (Object.keys(others).length === 0) return true;
  return others["not"] && Object.keys(others["not"]).length === 0 ? false : others;
}
