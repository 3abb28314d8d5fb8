import { remember } from "../../domain/freshness.ts";
import { collected } from "../../http/bytes.ts";
import { etagOf } from "../../http/conditional.ts";
import type { Answer, Asked } from "../../http/handler.ts";
import type { Admit } from "../../http/limit.ts";
import type { Place } from "../../http/router.ts";
import { Problem } from "../../problem.ts";
import { decodeText } from "../domain/reading/index.ts";
import { pageUrl, type Site } from "../domain/site.ts";
import {
  isHtml,
  type MarkdownForm,
  type MarkdownForms,
  markdownAnswer,
  PAGE_BYTES,
} from "./markdown-form.ts";
import type { Pass } from "./passing.ts";

/** What the Markdown of the origin's pages is made with. */
export interface MarkdownSources {
  readonly site: Site;
  readonly forms: MarkdownForms;
  readonly admit?: Admit | undefined;
}

/** Of what the origin says of a page, what holds for its Markdown too. */
const KEPT = [
  "age",
  "cache-control",
  "content-language",
  "content-security-policy",
  "expires",
  "last-modified",
  "set-cookie",
  "strict-transport-security",
  "x-robots-tag",
];

/** The most pages of which is known what their last ETag stood for. */
const KNOWN = 10_000;

/** What nearly every request has; a page that depends on anything else may well have the same ETag for everyone. */
const USUAL =
  /^(accept(-encoding|-charset)?|cache-control|connection|content-length|dnt|from|host|if-.*|pragma|priority|purpose|range|referer|save-data|sec-.*|signature(-.*)?|te|traceparent|tracestate|upgrade-insecure-requests|user-agent|x-requested-with)$/;

/** Makes Markdown of the origin's pages. The origin is asked each time, and says whether a page is still as it was. */
export function frontMarkdown(send: Pass, { site, forms, admit }: MarkdownSources) {
  const known = new Map<string, { readonly etag: string; readonly key: string }>();

  /** A page as Markdown, which counts unless it was counted before; whatever else the origin answers as it is. */
  async function asMarkdown(
    asked: Asked,
    { passage }: Place,
    target: string,
    { accept, isCounted }: { accept: string; isCounted?: true },
  ): Promise<Answer> {
    const isPrivate =
      asked.headers.get("cookie") !== null || asked.headers.get("authorization") !== null;
    const place =
      isPrivate || !isUsual(asked)
        ? undefined
        : `${target} ${asked.headers.get("accept-language") ?? ""}`;
    const last = place === undefined ? undefined : known.get(place);
    const form = last && forms.kept(last.key);
    const headers = {
      accept,
      "accept-encoding": "identity",
      "if-none-match": form && last?.etag,
      "if-modified-since": undefined,
      "if-match": undefined,
      "if-unmodified-since": undefined,
      "if-range": undefined,
      range: undefined,
    };
    const own = await send(asked, target, { method: "GET", headers });
    const isSame = own.status === 304 && form !== undefined;
    if (!isSame && !isConvertible(own)) {
      passage.isPassedOn = true;
      return own;
    }
    try {
      if (!isCounted) await admit?.(asked, { cost: 1 }, passage);
    } catch (error) {
      cancel(own);
      throw error;
    }
    const said = headersOf(own, isPrivate);
    const url = pageUrl(site, target);
    return markdownAnswer(asked, isSame ? form : await made(url, own, place, !isPrivate), {
      site,
      url,
      headers: said,
    });
  }

  async function made(
    url: string,
    own: Answer,
    place: string | undefined,
    mayBeKept: boolean,
  ): Promise<MarkdownForm> {
    const bytes = await readBytes(own, PAGE_BYTES);
    const html = decodeText(bytes, String(own.headers["content-type"]));
    const isOpen =
      mayBeKept &&
      own.headers["set-cookie"] === undefined &&
      !/\b(no-store|private)\b/i.test(String(own.headers["cache-control"] ?? "")) &&
      !/\*|\bcookie\b/i.test(String(own.headers["vary"] ?? ""));
    if (!isOpen) return forms.made(undefined, url, html);
    const etag = typeof own.headers["etag"] === "string" ? own.headers["etag"] : undefined;
    // By what it says, whatever its ETag is: only where the origin itself says that nothing has changed is that believed.
    const key = `${url} ${await etagOf(html)}`;
    if (etag !== undefined && place !== undefined) remember(known, place, { etag, key }, KNOWN);
    return forms.kept(key) ?? forms.made(key, url, html);
  }

  return {
    /** For who would rather have Markdown, which the origin itself may have. */
    negotiated(asked: Asked, place: Place): Promise<Answer> {
      const accept = asked.headers.get("accept") ?? "";
      return asMarkdown(asked, place, withQuery(place.path, place), {
        accept: /text\/html|\*\/\*/i.test(accept) ? accept : `${accept}, text/html;q=0.1`,
      });
    },
    /** Of the first of these paths that is a page, if any is. Looking for it counts: each path is asked of the origin. */
    async mirror(
      asked: Asked,
      place: Place,
      paths: readonly string[],
    ): Promise<Answer | undefined> {
      if (paths.length > 0) await admit?.(asked, { cost: 1 }, place.passage);
      for (const path of paths) {
        const answer = await asMarkdown(asked, place, withQuery(path, place), {
          accept: "text/html",
          isCounted: true,
        });
        if (!place.passage.isPassedOn) return answer;
        place.passage.isPassedOn = undefined;
        cancel(answer);
      }
      return undefined;
    },
  };
}

const isUsual = ({ headers }: Asked): boolean => {
  for (const [name] of headers.entries?.() ?? [])
    if (name !== "accept-language" && !USUAL.test(name)) return false;
  return true;
};

const withQuery = (path: string, { query }: Place): string => (query ? `${path}?${query}` : path);

const isConvertible = ({ status, headers }: Answer): boolean =>
  status === 200 &&
  isHtml(String(headers["content-type"] ?? "")) &&
  /^(identity)?$/i.test(String(headers["content-encoding"] ?? "")) &&
  Number(headers["content-length"] ?? 0) <= PAGE_BYTES;

/** What a cookie was sent for is one person's, and kept by nobody. */
function headersOf({ headers }: Answer, isPrivate: boolean): Answer["headers"] {
  const said = Object.fromEntries(
    KEPT.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  return {
    ...said,
    ...(isPrivate && { "cache-control": "private, no-store" }),
    vary: varyWithAccept(headers),
  };
}

/** The Vary of an answer that depends on Accept, besides what it says itself. */
export function varyWithAccept({ vary: said = [] }: Answer["headers"]): string | string[] {
  const vary = [said].flat().join(", ");
  if (/(^|,)\s*(accept|\*)\s*(,|$)/i.test(vary)) return said;
  return vary ? `${vary}, accept` : "accept";
}

/** Lets go of a body that nobody wants. */
export function cancel({ body }: Answer): void {
  if (body instanceof ReadableStream) void body.cancel().catch(() => {});
}

/** The bytes of an answer's body; the `Problem` "unreadable_page" where there are more than that. */
export async function readBytes({ body }: Answer, most: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  return collected(
    body,
    most,
    () =>
      new Problem(
        "unreadable_page",
        `The page has over ${most} bytes, which is the most that is read.`,
      ),
  );
}
