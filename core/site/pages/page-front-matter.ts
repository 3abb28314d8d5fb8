import { createEtag } from "../../http/response/conditional.ts";
import { writeFrontMatter } from "../../lib/page-reader/index.ts";
import type { PageRendition } from "./page-renditions.ts";

const encoder = new TextEncoder();

/**
 * Puts YAML front matter before the Markdown of a page, as a part of its first part. `url` is the
 * canonical URL if the page declares none.
 */
export async function withFrontMatter(
  rendition: PageRendition,
  url: string,
): Promise<PageRendition> {
  const text = writeFrontMatter({ ...rendition, canonical: rendition.canonical ?? url });
  const bytes = encoder.encode(text);
  const body = new Uint8Array(bytes.byteLength + rendition.body.byteLength);
  body.set(bytes);
  body.set(rendition.body, bytes.byteLength);
  return {
    ...rendition,
    body,
    length: text.length + rendition.length,
    partEnds: rendition.partEnds.map((end) => end + bytes.byteLength),
    // The metadata may change while the content doesn't.
    etag: `"${unquote(rendition.etag)}-${unquote(await createEtag(text))}"`,
  };
}

const unquote = (etag: string): string => etag.slice(1, -1);
