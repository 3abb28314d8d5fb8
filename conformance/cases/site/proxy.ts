import type { Exchanges } from "../../case.ts";
import { proxyDocumentExchanges } from "./proxy-documents.ts";
import { forwardingExchanges } from "./proxy-forwarding.ts";
import { proxyMarkdownExchanges } from "./proxy-markdown.ts";
import { hintExchanges, upstreamFailureExchanges } from "./proxy-upstream-failures.ts";

/** The reverse proxy in front of the upstream of `fixtures/upstream-site.ts`. */
export const proxyExchanges: Exchanges = {
  forwarding: forwardingExchanges,
  "upstream failures": upstreamFailureExchanges,
  "pages as Markdown": proxyMarkdownExchanges,
  "hints in HTML": hintExchanges,
  documents: proxyDocumentExchanges,
};
