import type { Overlay } from "../facts/read-facts.ts";
import { readDocuments } from "./download.ts";
import { parseDocument } from "./parse-document.ts";
import type { PackageSource } from "./sources.ts";

/** A document that has not been parsed. */
export interface RawDocument {
  readonly id: string;
  /** Its path in the package. */
  readonly path: string;
  /** Absent for documents of the overlay. */
  readonly source: PackageSource | undefined;
  readonly parse: () => unknown;
}

/** Reads all documents: those of the overlay first, then those of each package in archive order. */
export async function* readSourceDocuments(
  tarballs: ReadonlyMap<PackageSource, string>,
  { own }: Overlay,
): AsyncGenerator<RawDocument> {
  for (const [id, document] of own)
    yield { id, path: id.slice(id.indexOf(":") + 1), source: undefined, parse: () => document };
  for (const [source, tarball] of tarballs) {
    for await (const { name, content } of readDocuments(tarball, source)) {
      yield {
        id: `${source.name}:${source.documentId?.(name) ?? name}`,
        path: name,
        source,
        parse: () => parseDocument(content.toString("utf8"), name),
      };
    }
  }
}

/** Hosts that only store documents. They don't serve the APIs. */
const DOCUMENT_HOSTS = [
  "github.com",
  "githubusercontent.com",
  "github.io",
  "gitlab.com",
  "bitbucket.org",
  "swaggerhub.com",
  "amazonaws.com",
  "readme.io",
  "google.com",
  "apis.guru",
  "gist.github.com",
  "rapidapi.com",
  "postman.com",
  "stoplight.io",
  "cloudfront.net",
  "dropbox.com",
  "npmjs.com",
  "unpkg.com",
];

/**
 * Returns the URL that a document came from if it is on a server of the vendor. Server URLs in the
 * document may be relative to it.
 */
export function findOriginUrl(document: unknown): string | undefined {
  const { info } = (document ?? {}) as { info?: { "x-origin"?: { url?: unknown }[] } };
  const url = info?.["x-origin"]?.[0]?.url;
  const host = typeof url === "string" ? URL.parse(url)?.hostname : undefined;
  if (!host || DOCUMENT_HOSTS.some((name) => host === name || host.endsWith(`.${name}`)))
    return undefined;
  return url as string;
}
