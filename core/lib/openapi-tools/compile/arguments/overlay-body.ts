import { type JsonObject, objectAt } from "../../../kit/json/json-access.ts";
import type { HttpBinding } from "../../tool-record.ts";
import type { ToolOverlay } from "../overlay.ts";

type BodyOverlay = NonNullable<ToolOverlay["body"]>;

/** The overlay's body as the request body of a document. A constant body takes no arguments. */
export const createRequestBody = ({ schema }: BodyOverlay): JsonObject | undefined =>
  Object.keys(objectAt(schema, "properties")).length === 0
    ? undefined
    : { required: true, content: { [OVERLAY_TYPE]: { schema } } };

const OVERLAY_TYPE = "application/json";

/** The body of a binding, created as the overlay says. */
export function withOverlayBody(
  body: HttpBinding["body"],
  { compose, template }: Partial<BodyOverlay> = {},
): Pick<HttpBinding, "body"> {
  if (template !== undefined) return { body: { type: OVERLAY_TYPE, template } };
  return body ? { body: { ...body, ...(compose && { compose }) } } : {};
}
