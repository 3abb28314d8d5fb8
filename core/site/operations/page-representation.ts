import type { Output, Representation } from "../contract.ts";

const FORMATS = { "text/markdown": "markdown", "text/plain": "text" } as const;
const MEDIA_TYPES = { markdown: "text/markdown", text: "text/plain" } as const;

/**
 * A page as text, with its metadata in headers. `format` takes precedence over the Accept header.
 */
export const pageRepresentation: Representation<"readPage"> = {
  offers: ["text/markdown", "text/plain", "application/json"],

  resolve(accepted, sent) {
    if (accepted === "application/json") return { mediaType: accepted, input: sent };
    const format = sent["format"];
    if (format === undefined)
      return { mediaType: accepted, input: { ...sent, format: FORMATS[accepted] } };
    return { mediaType: format === "text" ? MEDIA_TYPES.text : MEDIA_TYPES.markdown, input: sent };
  },

  headers: (page) => ({
    link: linkHeader(page),
    "page-part": String(page.part),
    "page-parts": String(page.parts),
  }),

  body: ({ content }) => content,
};

/**
 * Returns the Link header (RFC 8288). The next part is a path because the service serves it, even
 * if the page is on another origin.
 */
function linkHeader({ url, format, part, parts }: Output<"readPage">): string {
  const canonical = `<${url}>; rel="canonical"`;
  if (part >= parts) return canonical;
  const next = new URLSearchParams({ url, format, part: String(part + 1) });
  return `${canonical}, </agent/read?${next}>; rel="next"`;
}
