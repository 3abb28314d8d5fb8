import { negotiate } from "../../http/accept.ts";
import { conditional, etagOf } from "../../http/conditional.ts";
import type { Answer, Asked } from "../../http/handler.ts";
import { readHtml } from "../domain/reading/index.ts";
import type { Site } from "../domain/site.ts";

/** The most bytes of a page that is made Markdown. */
export const PAGE_BYTES = 8 * 1024 * 1024;

/** The most bytes of Markdown that are kept, all together. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** A page as Markdown. */
export interface MarkdownForm {
  readonly body: Uint8Array;
  /** Its own, which no other form of the page has. */
  readonly etag: string;
  /** About how many tokens a language model takes it for. */
  readonly tokens: number;
}

/** Pages as Markdown, made when they are first asked for. */
export interface MarkdownForms {
  /** By what the HTML is known by, which must be another whenever it changes. */
  kept(key: string): MarkdownForm | undefined;
  /** Makes Markdown of the HTML of the page at `url`; keeps it under the key, if there is one. */
  made(key: string | undefined, url: string, html: string): Promise<MarkdownForm>;
}

/** Keeps what was made in bounds: what was longest unused goes first. */
export function markdownForms(mostBytes = KEPT_BYTES): MarkdownForms {
  const forms = new Map<string, MarkdownForm>();
  let bytes = 0;
  const weightOf = (key: string, { body }: MarkdownForm) => body.byteLength + 2 * key.length + 256;
  const drop = (key: string) => {
    const form = forms.get(key);
    if (form && forms.delete(key)) bytes -= weightOf(key, form);
  };
  return {
    kept(key) {
      const form = forms.get(key);
      if (form && forms.delete(key)) forms.set(key, form);
      return form;
    },
    async made(key, url, html) {
      const { content } = readHtml(html, { url, format: "markdown" });
      const form = {
        body: new TextEncoder().encode(content),
        etag: await etagOf(content),
        tokens: Math.ceil(content.length / 4),
      };
      if (key === undefined || weightOf(key, form) > mostBytes) return form;
      drop(key);
      forms.set(key, form);
      bytes += weightOf(key, form);
      for (const oldest of forms.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
      return form;
    },
  };
}

/** Whether a client would rather have a page's Markdown than the page; one that likes both the same gets the page. */
export function prefersMarkdown({ headers }: Pick<Asked, "headers">): boolean {
  const accept = headers.get("accept");
  return (
    accept !== null &&
    /text\/(markdown|\*)/i.test(accept) &&
    negotiate(accept, ["text/html", "text/markdown"]) === "text/markdown"
  );
}

/** Whether a media type is a page's. */
export const isHtml = (type: string): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type);

/** A page's Markdown as an answer: it says whose it is, in which the page's own address is meant. */
export function markdownAnswer(
  asked: Asked,
  { body, etag, tokens }: MarkdownForm,
  { site, url, headers = {} }: { site: Site; url: string; headers?: Answer["headers"] },
): Answer {
  return conditional(asked, {
    status: 200,
    headers: {
      "cache-control": "no-cache",
      vary: "accept",
      ...headers,
      "content-type": "text/markdown; charset=utf-8",
      etag,
      link: `<${url}>; rel="canonical"`,
      "x-markdown-tokens": String(tokens),
      ...(site.contentSignal && { "content-signal": site.contentSignal }),
    },
    body,
  });
}
