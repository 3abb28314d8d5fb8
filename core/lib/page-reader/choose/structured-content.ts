import { parseJson } from "../../kit/json/parse-json.ts";
import type { PageKind } from "../parse/page-kind.ts";
import type { Attributes } from "../parse/scan-html.ts";

/** The content of a page as data, which scripts render. Pages without visible content need it. */
export interface StructuredContent {
  observe(attributes: Attributes): void;
  observeScript(attributes: Attributes | undefined, text: string): void;
  /**
   * The article's text, the product's description or the posts of the discussion, as HTML. Empty
   * if the page has none.
   */
  read(kind: PageKind): string;
}

/** Longer data isn't read. */
const MAX_LENGTH = 2_000_000;
/** How deeply the search for a text descends. Structured data of real pages is shallower. */
const MAX_DEPTH = 8;

/** Reads JSON-LD (schema.org) and the topic that Discourse embeds in its pages. */
export function createStructuredContent(): StructuredContent {
  const scripts: string[] = [];
  let topics = "";
  let length = 0;
  let script: Attributes | undefined;
  return {
    observe(attributes) {
      topics ||= attributes["data-preloaded"] ?? "";
    },
    observeScript(attributes, text) {
      if (attributes?.type?.toLowerCase() !== "application/ld+json") return;
      length += text.length;
      if (length > MAX_LENGTH) return;
      // The text of one script may arrive in several calls.
      if (attributes === script) scripts[scripts.length - 1] += text;
      else scripts.push(text);
      script = attributes;
    },
    read(kind) {
      if (kind === "discussion" && topics.length <= MAX_LENGTH) return readTopic(topics);
      if (kind !== "article" && kind !== "product") return "";
      let longest = "";
      for (const text of findTexts(scripts, kind)) if (text.length > longest.length) longest = text;
      return toHtml(longest);
    },
  };
}

function* findTexts(scripts: readonly string[], kind: "article" | "product"): Generator<string> {
  for (const script of scripts) {
    const pending = [{ value: parseJson(script), depth: 0 }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { value, depth } = next;
      if (typeof value !== "object" || value === null || depth > MAX_DEPTH) continue;
      const record = value as Record<string, unknown>;
      const text = kind === "article" ? record["articleBody"] : productDescription(record);
      if (typeof text === "string") yield text;
      for (const inner of Object.values(record)) pending.push({ value: inner, depth: depth + 1 });
    }
  }
}

function productDescription(record: Record<string, unknown>): unknown {
  return /"Product(?:Group)?"/.test(JSON.stringify(record["@type"]) ?? "")
    ? record["description"]
    : undefined;
}

/** The posts of the first topic, each after the name of its author. */
function readTopic(preloaded: string): string {
  const entries = parseJson(preloaded) as Record<string, unknown> | undefined;
  const key = Object.keys(entries ?? {}).find((name) => /^topic_\d+$/.test(name));
  const topic = key && entries ? parseJson(String(entries[key])) : undefined;
  const posts = (topic as { post_stream?: { posts?: unknown } } | undefined)?.post_stream?.posts;
  if (!Array.isArray(posts)) return "";
  return posts
    .map((post: { username?: unknown; cooked?: unknown } | null) =>
      typeof post?.cooked === "string"
        ? `<h4>${escapeHtml(String(post.username ?? ""))}</h4>${post.cooked}`
        : "",
    )
    .join("");
}

/** Some pages have HTML in their data, others plain text. */
function toHtml(text: string): string {
  if (/<\/?[a-z][^>]{0,200}>/i.test(text)) return text;
  return text
    .split(/\n+/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join("");
}

const escapeHtml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
