import { escaped, pageInShell } from "../../domain/shell.ts";
import { negotiate } from "../../http/accept.ts";
import { SAFE_PAGE } from "../../http/answer.ts";
import type { Answer, Asked } from "../../http/handler.ts";
import { type Place, type Respond, withoutBody } from "../../http/router.ts";
import { Problem } from "../../problem.ts";
import { mirrored } from "../domain/mirror.ts";
import { decodeText } from "../domain/reading/index.ts";
import type { Site } from "../domain/site.ts";
import { pageLinks } from "./agent-links.ts";
import {
  cancel,
  frontMarkdown,
  type MarkdownSources,
  readBytes,
  varyWithAccept,
} from "./front-markdown.ts";
import { hinted, withoutHints } from "./html-hints.ts";
import { isHtml, prefersMarkdown } from "./markdown-form.ts";
import { type Behind, passing } from "./passing.ts";

/** What stands behind the service, as the surfaces ask it. */
export interface Front {
  /** Has the origin answer. */
  readonly pass: Respond;
  /** The origin's own document or page at a path: what it answers, unless that says that it has none. */
  own(asked: Asked, place: Place, form: "document" | "page"): Promise<Answer | undefined>;
  /** The text of the origin's own document, if it has one; the `Problem` "unreadable_page" where it is packed or over 512 KiB. */
  text(asked: Asked, path: string): Promise<string | undefined>;
}

/** The site behind: everything is passed on; its pages say what there is for agents, and may be had as Markdown. */
export function frontOf(
  behind: Behind,
  sources: MarkdownSources & { readonly links: string },
): Front {
  const { site, links } = sources;
  const send = passing(behind, site);
  const markdown = frontMarkdown(send, sources);

  const answer = async (asked: Asked, place: Place): Promise<Answer> => {
    const target = targetOf(place);
    const isRead = asked.method === "GET" || asked.method === "HEAD";
    if (
      isRead &&
      prefersMarkdown(asked) &&
      asked.headers.get("authorization") === null &&
      asked.headers.get("range") === null
    ) {
      return marked(await markdown.negotiated(asked, place), place);
    }
    const isHinted =
      site.htmlHints && isRead && /text\/html/i.test(asked.headers.get("accept") ?? "");
    const own = await send(
      asked,
      target,
      isHinted
        ? {
            headers: {
              "accept-encoding": "identity",
              "if-none-match": withoutHints(asked.headers.get("if-none-match")),
              "if-range": undefined,
              range: undefined,
            },
          }
        : {},
    );
    if (isRead && own.status === 404 && place.path.endsWith(".md")) {
      const mirror = await markdown
        .mirror(asked, place, mirrored(place.path))
        .catch((error: unknown) => {
          cancel(own);
          throw error;
        });
      if (mirror) return cancel(own), mirror;
    }
    place.passage.isPassedOn = true;
    if (!isRead) return own;
    return isHinted && isMarked(asked, own)
      ? hinted(marked(own, place), place.path, place.query)
      : marked(own, place);
  };

  /** A page says what there is besides it, and that it depends on Accept. */
  const marked = (own: Answer, { path, query }: Place): Answer => {
    if (own.status !== 200 || !isHtml(String(own.headers["content-type"] ?? ""))) return own;
    const link = [own.headers["link"] ?? []].flat();
    own.headers["link"] = [...link, pageLinks(links, path, query)];
    own.headers["vary"] = varyWithAccept(own.headers);
    return own;
  };

  return {
    pass: async (asked, place) => {
      try {
        const given = await answer(asked, place);
        return asked.method === "HEAD" ? withoutBody(given) : given;
      } catch (error) {
        if (error instanceof Problem && error.code === "origin_unreachable" && prefersPage(asked))
          return downPage(site, error);
        throw error;
      }
    },
    async own(asked, place, form) {
      const own = await send(asked, targetOf(place));
      if (!isTheirs(own, form)) return cancel(own), undefined;
      place.passage.isPassedOn = true;
      return own;
    },
    async text(asked, path) {
      const plain = {
        "if-none-match": undefined,
        "if-modified-since": undefined,
        range: undefined,
        "if-range": undefined,
        "accept-encoding": "identity",
      };
      const own = await send(asked, path, { method: "GET", headers: plain });
      if (own.status >= 500 || own.status === 429) {
        cancel(own);
        throw new Problem(
          "origin_unreachable",
          `The site behind this service answers ${own.status} for ${path}.`,
        );
      }
      if (own.status !== 200 || !isTheirs(own, "document")) return cancel(own), undefined;
      if (!/^(identity)?$/i.test(String(own.headers["content-encoding"] ?? ""))) {
        cancel(own);
        throw new Problem(
          "unreadable_page",
          `The site behind this service packs ${path}, though it was asked not to.`,
        );
      }
      return decodeText(
        await readBytes(own, 512 * 1024),
        String(own.headers["content-type"] ?? ""),
      );
    },
  };
}

/** A 304 says nothing of what it is of: it is a hinted page's if the client knows one. */
const isMarked = ({ headers }: Asked, { status }: Answer) =>
  status !== 304 || withoutHints(headers.get("if-none-match")) !== headers.get("if-none-match");

const targetOf = ({ path, query }: Place): string => (query ? `${path}?${query}` : path);

/** A page is no document: sites that answer everything with their front page have none at all. */
function isTheirs({ status, headers }: Answer, form: "document" | "page"): boolean {
  if (status === 429 || status >= 500 || status === 304) return true;
  if (form === "page" && status >= 300 && status < 400) return true;
  return (
    (status === 200 || status === 206) &&
    (form === "page" || !isHtml(String(headers["content-type"] ?? "")))
  );
}

const prefersPage = ({ headers }: Asked) =>
  negotiate(headers.get("accept"), ["application/problem+json", "text/html"]) === "text/html";

function downPage(site: Site, { message, headers }: Problem): Answer {
  const main = `<h1>The site gives no answer</h1>\n<p>${escaped(message)} Please try again in a moment.</p>`;
  return {
    status: 502,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...SAFE_PAGE,
    },
    body: pageInShell(site, { title: "The site gives no answer", main }),
  };
}
