import { negotiate } from "../../http/accept.ts";
import { conditional } from "../../http/conditional.ts";
import { documentAnswer } from "../../http/document.ts";
import type { Answer, Asked } from "../../http/handler.ts";
import type { Place } from "../../http/router.ts";
import type { PageEntry, Resource } from "../../ports/content.ts";
import { Problem } from "../../problem.ts";
import { leavesSite } from "../domain/address.ts";
import { listedPage } from "../domain/listing.ts";
import { markdownPage } from "../domain/markdown-page.ts";
import { mirrored } from "../domain/mirror.ts";
import { decodeText } from "../domain/reading/index.ts";
import { pageUrl, type Site } from "../domain/site.ts";
import { pageLinks } from "./agent-links.ts";
import { hinted } from "./html-hints.ts";
import { isHtml, markdownAnswer, PAGE_BYTES, prefersMarkdown } from "./markdown-form.ts";
import type { Sources, Surface } from "./surface.ts";

/** The site's own pages and files, as they are: the web site that people see. */
export const pages: Surface = {
  path: "/*",
  methods: ["GET"],
  mediaTypes: [],
  respond: (sources) =>
    sources.front?.pass ??
    (async (asked, place) => {
      const own = await ownPage(sources, asked, place);
      if (own) return own;
      // Whoever looks for a document must not take a page for it.
      const missing =
        prefersHtml(asked) &&
        !sources.site.pagesOrigin &&
        !/^\/(agent|\.well-known)\//.test(place.path)
          ? await sources.content.find("/404.html")
          : undefined;
      if (missing) return { ...(await whole(missing, headersOf(missing))), status: 404 };
      throw new Problem("not_found", `Nothing is served at ${place.path.slice(0, 200)}.`, {
        hint: "/agent/site.json lists what is served; /agent/search finds pages.",
      });
    }),
};

/**
 * What the site itself has at a path, if anything: with its ETag, in ranges if asked, at its proper address; a page as
 * Markdown for who would rather have that, or asks for its mirror. A live site's pages are led to, not served.
 */
export async function ownPage(
  sources: Sources,
  asked: Asked,
  place: Place,
): Promise<Answer | undefined> {
  const { site, content, front } = sources;
  const { path, query } = place;
  if (front) return front.own(asked, place, path === "/support" ? "page" : "document");
  if (leavesSite(path)) return undefined;
  if (site.pagesOrigin)
    return towards(site, listedPage(await content.pages(), query ? `${path}?${query}` : path));
  const resource = await content.find(path);
  if (!resource) return ownMirror(sources, asked, place);
  if (resource.path !== path) {
    const location = resource.path + (query && `?${query}`);
    return { status: 308, headers: { location, "cache-control": "no-cache" }, body: null };
  }
  if (isMarkdown(resource) && prefersHtml(asked)) return shown(sources, resource, asked);
  const isPage = isHtml(resource.type);
  if (isPage && resource.size <= PAGE_BYTES && prefersMarkdown(asked))
    return asMarkdown(sources, resource, asked, place);
  const headers = headersOf(resource, isPage ? pageLinks(sources.links, path) : undefined);
  if (isPage && site.htmlHints)
    return conditional(asked, await hinted(await whole(resource, headers), path, ""));
  const complete = conditional(asked, await whole(resource, headers));
  if (complete.status !== 200 || asked.method !== "GET" || asked.headers.get("if-range") !== null)
    return complete;
  const ranged = part(resource, headers, asked.headers.get("range"));
  if (ranged && complete.body instanceof ReadableStream) void complete.body.cancel();
  return ranged ?? complete;
}

/** The Markdown of the page whose mirror a path is, if it is one. */
async function ownMirror(
  sources: Sources,
  asked: Asked,
  place: Place,
): Promise<Answer | undefined> {
  for (const path of mirrored(place.path)) {
    const resource = await sources.content.find(path);
    if (resource && isHtml(resource.type)) return asMarkdown(sources, resource, asked, place);
    if (resource && isMarkdown(resource))
      return conditional(asked, await whole(resource, headersOf(resource)));
  }
  return undefined;
}

/** Markdown is made for agents, and counts as an operation does. */
async function asMarkdown(
  { site, forms, admit }: Sources,
  resource: Resource,
  asked: Asked,
  { passage }: Place,
): Promise<Answer> {
  await admit?.(asked, { cost: 1 }, passage);
  const url = pageUrl(site, resource.path);
  if (resource.size > PAGE_BYTES)
    throw new Problem(
      "unreadable_page",
      `${url} has ${resource.size} bytes: pages are read up to ${PAGE_BYTES}.`,
    );
  const key = `${resource.path} ${resource.etag}`;
  const form =
    forms.kept(key) ??
    (await forms.made(key, url, decodeText(await resource.bytes(), resource.type)));
  return markdownAnswer(asked, form, {
    site,
    url,
    headers: { "last-modified": new Date(resource.modified).toUTCString() },
  });
}

/** Not for ever (308): what is listed, and where, may change. Nowhere if the page's address is the one that was asked. */
function towards({ origin, pagesOrigin }: Site, page: PageEntry | undefined): Answer | undefined {
  if (!page || !pagesOrigin || pagesOrigin === origin) return undefined;
  return {
    status: 307,
    headers: { location: pagesOrigin + page.path, "cache-control": "no-cache" },
    body: null,
  };
}

async function whole(resource: Resource, headers: Answer["headers"]): Promise<Answer> {
  const body = resource.size <= 256 * 1024 ? await resource.bytes() : resource.stream();
  return { status: 200, headers: { ...headers, "content-length": String(resource.size) }, body };
}

/** A single range (RFC 9110 §14.2); anything else that Range may say is passed over. */
function part(
  resource: Resource,
  headers: Answer["headers"],
  range: string | null,
): Answer | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  const start = first === "" ? Math.max(resource.size - Number(last), 0) : Number(first);
  const end =
    first === "" || last === "" ? resource.size - 1 : Math.min(Number(last), resource.size - 1);
  if (start > end)
    return {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${resource.size}` },
      body: null,
    };
  return {
    status: 206,
    headers: {
      ...headers,
      "content-range": `bytes ${start}-${end}/${resource.size}`,
      "content-length": String(end - start + 1),
    },
    body: resource.stream(start, end),
  };
}

/** A page says what there is besides it; what has several forms depends on Accept. */
const headersOf = ({ type, etag, modified }: Resource, link?: string): Answer["headers"] => ({
  "content-type": type,
  etag,
  "last-modified": new Date(modified).toUTCString(),
  "accept-ranges": "bytes",
  "cache-control": "no-cache",
  ...((link || type.startsWith("text/markdown")) && { vary: "accept" }),
  ...(link && { link }),
});

const isMarkdown = ({ type }: Resource) => type.startsWith("text/markdown");

/** A Markdown page as a browser wants it. */
async function shown({ site, links }: Sources, resource: Resource, asked: Asked): Promise<Answer> {
  const source = decodeText(await resource.bytes(), resource.type);
  const answer = await documentAnswer(asked, markdownPage(site, source), "text/html");
  return {
    ...answer,
    headers: { ...answer.headers, vary: "accept", ...(links && { link: links }) },
  };
}

const prefersHtml = (asked: Asked) =>
  negotiate(asked.headers.get("accept"), ["text/markdown", "text/html"]) === "text/html";
