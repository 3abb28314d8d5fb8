import type { ContentSource, Resource } from "../../core/ports/content.ts";

/**
 * Makes the canonical links and the URLs in JSON-LD of HTML pages absolute, for pages that don't
 * know where they are served. `origin` is the address of the deployment.
 */
export function withAbsoluteLinks(content: ContentSource, origin: string): ContentSource {
  const cache = new Map<string, Resource>();
  return {
    listPages: () => content.listPages(),
    async find(path, onFetch) {
      const resource = await content.find(path, onFetch);
      if (!resource?.type.startsWith("text/html")) return resource;
      const etag = resource.etag.replace(/"$/, '-absolute"');
      const cached = cache.get(resource.path);
      if (cached?.etag === etag) return cached;
      const html = new TextDecoder().decode(await resource.bytes());
      const bytes = new TextEncoder().encode(toAbsoluteLinks(html, origin));
      const absolute: Resource = {
        ...resource,
        size: bytes.byteLength,
        etag,
        bytes: async () => bytes,
        stream: (start = 0, end = bytes.byteLength - 1) =>
          new Blob([bytes.subarray(start, end + 1)]).stream(),
      };
      cache.set(resource.path, absolute);
      return absolute;
    },
  };
}

const toAbsoluteLinks = (html: string, origin: string): string =>
  html
    .replaceAll(/(<link rel="canonical" href=")(?=\/)/g, `$1${origin}`)
    .replaceAll(/<script type="application\/ld\+json">[^<]*/g, (script) =>
      script.replaceAll(/(": ")(?=\/)/g, `$1${origin}`),
    );
