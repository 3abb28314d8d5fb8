import type { Document } from "./operations.ts";

/**
 * The document as it is published: what TypeSpec says by words that few readers know, in plainer ones. Open objects are
 * written `unevaluatedProperties: {}`; the bodies of our own requests, which hold nothing that they do not name, are not
 * written as closed at all.
 */
export function published(document: Document): Document {
  const text = JSON.stringify(document, (_, value) => {
    if (typeof value !== "object" || value === null || !("unevaluatedProperties" in value)) return value;
    const { unevaluatedProperties: open, ...rest } = value;
    return { ...rest, additionalProperties: Object.keys(open).length === 0 ? true : open };
  });
  const plain: Document = JSON.parse(text);
  for (const item of Object.values(plain.paths)) {
    for (const operation of Object.values(item)) {
      const body = operation.requestBody?.content?.["application/json"]?.schema;
      if (body?.type === "object" && !operation["x-binding"]) body.additionalProperties = false;
    }
  }
  return plain;
}
