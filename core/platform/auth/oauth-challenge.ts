import type { ErrorResponder } from "../../http/route.ts";

/**
 * Adds the URL of the resource metadata to the challenges of a responder, so that MCP clients find
 * where to sign in (RFC 9728, section 5.1).
 */
export const withResourceMetadata =
  (respond: ErrorResponder, metadataUrl: string): ErrorResponder =>
  async (error, requestId, request) => {
    const response = await respond(error, requestId, request);
    const challenge = response.headers["www-authenticate"];
    if (typeof challenge !== "string") return response;
    const headers = {
      ...response.headers,
      "www-authenticate": `${challenge}, resource_metadata="${metadataUrl}"`,
    };
    return { ...response, headers };
  };
