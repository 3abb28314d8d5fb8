import type { AppRecord, HttpBinding, ToolRecord } from "../../lib/openapi-tools/index.ts";

/** Creates the tool of a request that isn't in the catalog. Each method of the app can send it. */
export const createRequestTool = (
  { slug, methods }: AppRecord,
  binding: HttpBinding,
): ToolRecord => ({
  name: `${slug}.request`,
  title: `${binding.method} ${binding.path}`,
  description: "",
  input: { type: "object" },
  annotations: {
    readOnly: binding.method === "GET",
    destructive: binding.method === "DELETE",
    idempotent: binding.method !== "POST" && binding.method !== "PATCH",
    openWorld: true,
  },
  scopes: [],
  auth: methods.map(({ id }) => id),
  binding,
  version: "",
});
