import { DIRECTORY_PATH } from "../../domain/signatures/agent.ts";
import { directoryOf, signedDirectory } from "../../domain/signatures/directory.ts";
import { SAFE } from "../../http/answer.ts";
import { conditional, etagOf } from "../../http/conditional.ts";
import { pages } from "./pages.ts";
import type { Sources, Surface } from "./surface.ts";

const MEDIA_TYPE = "application/http-message-signatures-directory+json";

/** The public keys of what the service fetches, signed by each of them. Where it has none, the site's own pages. */
export const signatureDirectory: Surface = {
  path: DIRECTORY_PATH,
  methods: ["GET"],
  mediaTypes: [MEDIA_TYPE],
  link: {
    rel: "service-meta",
    title: "Web Bot Auth: the keys with which this service signs what it fetches",
  },
  isForSigning: true,
  respond(sources) {
    const { signing, site } = sources;
    const others = pages.respond(sources);
    if (!signing) return others;
    const current = kept(signing, site.origin);
    return async (asked, place) => {
      const { text, headers } = await current();
      if (text === undefined) return others(asked, place);
      return conditional(asked, {
        status: 200,
        headers: {
          "content-type": MEDIA_TYPE,
          "cache-control": "public, max-age=3600",
          "access-control-allow-origin": "*",
          ...SAFE,
          ...headers,
        },
        body: text,
      });
    };
  },
};

/** The directory, signed anew each minute: a signature is a few times as much work as an answer. */
function kept(
  signing: NonNullable<Sources["signing"]>,
  origin: string,
): () => Promise<{ text?: string; headers: Record<string, string> }> {
  let last:
    | { key: string; made: Promise<{ text?: string; headers: Record<string, string> }> }
    | undefined;
  return () => {
    const minute = Math.floor(Date.now() / 60_000) * 60;
    const keys = signing.published();
    if (keys.length === 0) return Promise.resolve({ headers: {} });
    const key = JSON.stringify([
      minute,
      keys.map(({ id, notBefore, until }) => [id, notBefore, until]),
    ]);
    if (last?.key === key) return last.made;
    const text = directoryOf(keys);
    const made = Promise.all([
      signedDirectory(text, keys, { origin, created: minute }),
      etagOf(text),
    ]).then(([headers, etag]) => ({ text, headers: { ...headers, etag } }));
    last = { key, made };
    return made;
  };
}
