import type { ErrorResponder, HttpRequest } from "../../http/handler.ts";

/**
 * Adds the URL of the resource metadata to the challenges of a responder, so that MCP clients find
 * where to sign in (RFC 9728, section 5.1). It has the origin that the client used.
 */
export const withResourceMetadata =
  (respond: ErrorResponder, metadataUrlFor: (request: HttpRequest) => string): ErrorResponder =>
  async (error, requestId, request) => {
    const response = await respond(error, requestId, request);
    const challenge = response.headers["www-authenticate"];
    if (typeof challenge !== "string") return response;
    const headers = {
      ...response.headers,
      "www-authenticate": `${challenge}, resource_metadata="${metadataUrlFor(request)}"`,
    };
    return { ...response, headers };
  };
