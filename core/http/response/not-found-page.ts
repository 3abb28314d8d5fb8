import { type HtmlPage, renderPage } from "../../lib/html-page/index.ts";
import type { ErrorResponder } from "../handler.ts";
import { Problem } from "../problem.ts";
import { prefersHtml } from "./accept.ts";
import { problemResponse } from "./response.ts";

/** URLs of documents for programs, which would take any page for the document. */
const DOCUMENT = /^[^?]*\.(json|md|txt|xml|ya?ml)(\?|$)/i;

/**
 * Creates a responder that shows browsers a page where the service has nothing. Other clients, and
 * other problems, get a problem document.
 */
export function respondWithNotFoundPage(
  createPage: (problem: Problem) => HtmlPage,
): ErrorResponder {
  return async (error, requestId, request) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!(error instanceof Problem) || error.status !== 404 || !isRead)
      return problemResponse(error, requestId);
    const isPage = prefersHtml(request) && !DOCUMENT.test(request.url);
    const { headers, body } = isPage
      ? await renderPage(createPage(error))
      : problemResponse(error, requestId);
    return {
      status: 404,
      headers: { ...headers, "cache-control": "no-store", vary: "accept" },
      body,
    };
  };
}
