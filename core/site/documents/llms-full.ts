import { documentResponse } from "../../http/response/document-response.ts";
import { textResponse } from "../../http/response/response.ts";
import { addCost, DOCUMENT_COST, responseCost } from "../../http/routing/route-cost.ts";
import { findOwnPage } from "../pages/pages.ts";
import type { Surface } from "../surface.ts";
import { MAX_CHARACTERS } from "./writers/write-llms-full.ts";

/**
 * The text of the pages up to the size limit. The site's own file takes precedence. While the text
 * is being written, clients get each page as soon as it is read.
 */
export const llmsFull: Surface = {
  path: "/llms-full.txt",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/markdown", "text/plain"],
  link: {
    rel: "full-text",
    title: "Pages as Markdown in one text, as many as fit into a million characters",
  },
  createHandler: (deps) => async (request, context) => {
    const ownResponse = await findOwnPage(deps, request, context);
    if (ownResponse) return ownResponse;
    const { complete, started, stream } = await deps.fullText.current();
    if (complete !== undefined) return documentResponse(request, complete, "text/markdown");
    // The size is known only at the end, so this costs as much as the largest text.
    await addCost(request, context, { cost: responseCost(MAX_CHARACTERS) });
    await started;
    return textResponse(stream(), "text/markdown", {
      "cache-control": "no-cache",
      "access-control-allow-origin": "*",
    });
  },
};
