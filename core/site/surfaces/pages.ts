import { negotiate } from "../../http/accept.ts";
import { conditional } from "../../http/conditional.ts";
import type { Answer, Asked } from "../../http/handler.ts";
import type { Place } from "../../http/router.ts";
import { Problem } from "../../problem.ts";
import type { PageEntry, Resource } from "../../ports/content.ts";
import { leavesSite } from "../domain/address.ts";
import { listedPage } from "../domain/listing.ts";
import { markdownPage } from "../domain/markdown-page.ts";
import { decodeText } from "../domain/reading/index.ts";
import type { Site } from "../domain/site.ts";
import { documentAnswer } from "./document.ts";
import type { Sources, Surface } from "./surface.ts";

/** The site's own pages and files, as they are: the web site that people see. */
export const pages: Surface = {
  path: "/*",
  methods: ["GET"],
  mediaTypes: [],
  respond: (sources) => async (asked, place) => {
    const own = await ownPage(sources, asked, place);
    if (own) return own;
    // Whoever looks for a document must not take a page for it.
    const missing = prefersHtml(asked) && !sources.site.pagesOrigin && !/^\/(agent|\.well-known)\//.test(place.path) ? await sources.content.find("/404.html") : undefined;
    if (missing) return { ...(await whole(missing)), status: 404 };
    throw new Problem("not_found", `Nothing is served at ${place.path.slice(0, 200)}.`, {
      hint: "/agent/site.json lists what is served; /agent/search finds pages.",
    });
  },
};

/**
 * What the site itself has at a path, if anything: with its ETag, in ranges if asked, at its proper address. A live
 * site's pages are led to, not served.
 */
export async function ownPage({ site, content }: Sources, asked: Asked, { path, query }: Place): Promise<Answer | undefined> {
  if (leavesSite(path)) return undefined;
  if (site.pagesOrigin) return towards(site, listedPage(await content.pages(), query ? `${path}?${query}` : path));
  const resource = await content.find(path);
  if (!resource) return undefined;
  if (resource.path !== path) {
    const location = resource.path + (query && `?${query}`);
    return { status: 308, headers: { location, "cache-control": "no-cache" }, body: null };
  }
  if (resource.type.startsWith("text/markdown") && prefersHtml(asked)) return shown(site, resource, asked);
  const complete = conditional(asked, await whole(resource));
  if (complete.status !== 200 || asked.method !== "GET" || asked.headers.get("if-range") !== null) return complete;
  const ranged = part(resource, asked.headers.get("range"));
  if (ranged && complete.body instanceof ReadableStream) void complete.body.cancel();
  return ranged ?? complete;
}

/** Not for ever (308): what is listed, and where, may change. Nowhere if the page's address is the one that was asked. */
function towards({ origin, pagesOrigin }: Site, page: PageEntry | undefined): Answer | undefined {
  if (!page || !pagesOrigin || pagesOrigin === origin) return undefined;
  return { status: 307, headers: { location: pagesOrigin + page.path, "cache-control": "no-cache" }, body: null };
}

async function whole(resource: Resource): Promise<Answer> {
  const body = resource.size <= 256 * 1024 ? await resource.bytes() : resource.stream();
  return { status: 200, headers: { ...headersOf(resource), "content-length": String(resource.size) }, body };
}

/** A single range (RFC 9110 §14.2); anything else that Range may say is passed over. */
function part(resource: Resource, range: string | null): Answer | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  const start = first === "" ? Math.max(resource.size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? resource.size - 1 : Math.min(Number(last), resource.size - 1);
  const headers = headersOf(resource);
  if (start > end) return { status: 416, headers: { ...headers, "content-range": `bytes */${resource.size}` }, body: null };
  return {
    status: 206,
    headers: { ...headers, "content-range": `bytes ${start}-${end}/${resource.size}`, "content-length": String(end - start + 1) },
    body: resource.stream(start, end),
  };
}

const headersOf = ({ type, etag, modified }: Resource) => ({
  "content-type": type,
  etag,
  "last-modified": new Date(modified).toUTCString(),
  "accept-ranges": "bytes",
  "cache-control": "no-cache",
  ...(type.startsWith("text/markdown") && { vary: "accept" }),
});

/** A Markdown page as a browser wants it. */
async function shown(site: Site, resource: Resource, asked: Asked): Promise<Answer> {
  const source = decodeText(await resource.bytes(), resource.type);
  const answer = await documentAnswer(asked, markdownPage(site, source), "text/html");
  return { ...answer, headers: { ...answer.headers, vary: "accept" } };
}

const prefersHtml = (asked: Asked) => negotiate(asked.headers.get("accept"), ["text/markdown", "text/html"]) === "text/html";
