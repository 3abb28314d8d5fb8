import type { OpenApiDocument } from "./operations.ts";

/**
 * Simplifies the document for readers and tools: `unevaluatedProperties` becomes
 * `additionalProperties`, the bodies of Jackfield's own operations are closed, and references to
 * shared parameters are inlined.
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
  moveWebhooks(plain);
  for (const item of Object.values(plain.paths)) {
    for (const operation of Object.values(item)) {
      const body = operation.requestBody?.content?.["application/json"]?.schema;
      if (body?.type === "object" && !operation["x-binding"]) body.additionalProperties = false;
    }
  }
  return plain;
}

/** Moves operations with `x-webhook` to `webhooks`, because the service sends their requests. */
function moveWebhooks(document: OpenApiDocument): void {
  for (const [path, item] of Object.entries(document.paths)) {
    const found = Object.values(item).find((operation) => operation?.["x-webhook"]);
    if (!found) continue;
    const { "x-webhook": name, ...operation } = found;
    document.webhooks = { ...document.webhooks, [name]: { post: operation } };
    delete document.paths[path];
  }
}

const PARAMETERS = "#/components/parameters/";

/**
 * The `additionalProperties` of an object: TypeSpec emits `{}` for open objects and `{ not: {} }`
 * for closed ones.
 */
function readAdditionalProperties(others: Record<string, any>): unknown {
  if (Object.keys(others).length === 0) return true;
  return others["not"] && Object.keys(others["not"]).length === 0 ? false : others;
}
