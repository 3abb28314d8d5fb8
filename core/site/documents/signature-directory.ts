import { conditional, createEtag } from "../../http/response/conditional.ts";
import { SECURITY_HEADERS } from "../../http/response/response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import {
  DIRECTORY_PATH,
  directoryDocument,
  signDirectory,
} from "../../lib/http-signatures/index.ts";
import { pages } from "../pages/pages.ts";
import type { Surface, SurfaceDeps } from "../surface.ts";

const MEDIA_TYPE = "application/http-message-signatures-directory+json";

/**
 * Key directory of the service's outbound requests, signed with each of its keys. Without keys, the
 * path serves the site's own pages.
 */
export const signatureDirectory: Surface = {
  path: DIRECTORY_PATH,
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: [MEDIA_TYPE],
  link: {
    rel: "service-meta",
    title: "Web Bot Auth key directory of this service",
  },
  requiresSigning: true,
  // Otherwise two sites could wait for each other's keys.
  access: "open",
  createHandler(deps) {
    const { signing, site } = deps;
    const fallback = pages.createHandler(deps);
    if (!signing) return fallback;
    const getDirectory = createDirectoryCache(signing, site.origin);
    return async (request, context) => {
      const { text, headers } = await getDirectory();
      if (text === undefined) return fallback(request, context);
      return conditional(request, {
        status: 200,
        headers: {
          "content-type": MEDIA_TYPE,
          "cache-control": "public, max-age=3600",
          "access-control-allow-origin": "*",
          ...SECURITY_HEADERS,
          ...headers,
        },
        body: text,
      });
    };
  },
};

/**
 * Caches the directory and its signatures for a minute, because signing costs several times as much
 * as a response.
 */
function createDirectoryCache(
  signing: NonNullable<SurfaceDeps["signing"]>,
  origin: string,
): () => Promise<{ text?: string; headers: Record<string, string> }> {
  let cached:
    | { key: string; directory: Promise<{ text?: string; headers: Record<string, string> }> }
    | undefined;
  return () => {
    const minute = Math.floor(Date.now() / 60_000) * 60;
    const keys = signing.publishedKeys();
    if (keys.length === 0) return Promise.resolve({ headers: {} });
    const key = JSON.stringify([
      minute,
      keys.map(({ id, notBefore, until }) => [id, notBefore, until]),
    ]);
    if (cached?.key === key) return cached.directory;
    const text = directoryDocument(keys);
    const directory = Promise.all([
      signDirectory(text, keys, { origin, created: minute }),
      createEtag(text),
    ]).then(([headers, etag]) => ({ text, headers: { ...headers, etag } }));
    cached = { key, directory };
    return directory;
  };
}
