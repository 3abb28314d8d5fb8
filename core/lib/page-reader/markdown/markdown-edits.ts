import { isHidden, isOffScreen } from "../hide/hidden.ts";
import { type Attributes, scanHtml } from "../parse/scan-html.ts";
import { getTag, VOID } from "../parse/tags.ts";
import { createLinkResolver, type LinkResolver } from "../render/links.ts";
import { blankCode } from "./markdown-code.ts";

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Makes the links of a Markdown source absolute and removes comments, scripts and hidden HTML
 * elements. Code is unchanged.
 */
export function editMarkdown(markdown: string, base: string): string {
  const blanked = blankCode(markdown);
  const links = createLinkResolver(base);
  const edits = [
    ...hiddenRanges(blanked),
    ...linkEdits(blanked, links),
    ...tagEdits(blanked, links),
  ];
  edits.sort((a, b) => a.start - b.start || b.end - a.end);
  const out: string[] = [];
  let offset = 0;
  for (const { start, end, text } of edits) {
    if (start < offset) continue;
    out.push(markdown.slice(offset, start), text);
    offset = end;
  }
  out.push(markdown.slice(offset));
  return out.join("");
}

const HIDDEN_TAGS = new Set(["script", "style", "template", "noscript", "title", "svg", "iframe"]);

/**
 * The ranges of hidden HTML, from start tag to end tag. An unclosed element is hidden to the end,
 * as in a browser.
 */
function hiddenRanges(source: string): Edit[] {
  const ranges: Edit[] = [];
  let openTag = "";
  let depth = 0;
  let hiddenFrom = 0;
  let isHiddenByAttributes = false;
  scanHtml(source, {
    comment(start, end) {
      if (depth === 0)
        ranges.push({
          start: source.lastIndexOf("<", start),
          end: Math.min(end + 1, source.length),
          text: "",
        });
    },
    open(name, attributes, selfClosing, start, end) {
      if (depth > 0) {
        if (name === openTag && !selfClosing) depth++;
        return;
      }
      const hasHidingAttributes =
        attributes !== undefined && (isHidden(attributes) || isOffScreen(attributes));
      if (!hasHidingAttributes && !HIDDEN_TAGS.has(name)) return;
      if (getTag(name).traits & VOID || selfClosing) {
        ranges.push({ start, end, text: "" });
        return;
      }
      openTag = name;
      depth = 1;
      hiddenFrom = start;
      isHiddenByAttributes = hasHidingAttributes;
    },
    close(name, end) {
      if (depth === 0 || name !== openTag) return;
      depth--;
      if (depth === 0) ranges.push({ start: hiddenFrom, end, text: "" });
    },
    text() {},
  });
  // "The <title> element" in prose doesn't start a hidden element.
  if (depth > 0 && (isHiddenByAttributes || openTag === "script" || openTag === "style"))
    ranges.push({ start: hiddenFrom, end: source.length, text: "" });
  return ranges;
}

const INLINE_LINK =
  /\]\([ \t\n]{0,10}(<[^<>\n]{0,4096}>|[^\s<>()]{0,4096}(?:\([^\s<>()]{0,1000}\)[^\s<>()]{0,1000})?)/g;
const DEFINITION = /^ {0,3}\[[^[\]\n]{1,999}\]:[ \t]{0,10}(<[^<>\n]{0,4096}>|[^\s<>]{1,4096})/gm;

function linkEdits(source: string, links: LinkResolver): Edit[] {
  const edits: Edit[] = [];
  for (const pattern of [INLINE_LINK, DEFINITION]) {
    for (const match of source.matchAll(pattern)) {
      const rawHref = match[1]!;
      const href = rawHref.startsWith("<") ? rawHref.slice(1, -1) : rawHref;
      if (href === "") continue;
      const end = match.index + match[0].length;
      const absolute = links.link(href.replace(/&amp;/g, "&"));
      if (absolute === undefined && pattern === INLINE_LINK) {
        edits.push(...removeLink(source, match.index, end));
        continue;
      }
      const text = absolute === undefined ? "#" : toDestination(absolute);
      if (text !== rawHref) edits.push({ start: end - rawHref.length, end, text });
    }
  }
  return edits;
}

function toDestination(url: string): string {
  return /[()\s]/.test(url) ? `<${url}>` : url;
}

/**
 * Removes the markup of a link and keeps its text. `at` is the end of its text, `end` the end of
 * its destination.
 */
function removeLink(source: string, at: number, end: number): Edit[] {
  let depth = 0;
  let start = at;
  while (start > 0 && start > at - 1000 && depth >= 0) {
    start--;
    if (source[start] === "]") depth++;
    else if (source[start] === "[") depth--;
  }
  const close = source.slice(end, end + 500).search(/\)/);
  if (depth >= 0 || close === -1) return [{ start: at + 2, end, text: "" }];
  const isImage = source[start - 1] === "!";
  return [
    { start: isImage ? start - 1 : start, end: start + 1, text: "" },
    { start: at, end: end + close + 1, text: "" },
  ];
}

/** Makes the links of HTML tags in Markdown absolute. */
function tagEdits(source: string, links: LinkResolver): Edit[] {
  const edits: Edit[] = [];
  const absolutizeUrls = (tag: string) =>
    tag.replace(
      /\b(href|src)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi,
      (_, name: string, equals: string, double?: string, single?: string) => {
        return `${name}${equals}"${(links.link(double ?? single ?? "") ?? "").replace(/"/g, "%22")}"`;
      },
    );
  scanHtml(source, {
    open(_name, attributes: Attributes | undefined, _selfClosing, start, end) {
      if (attributes?.href === undefined && attributes?.src === undefined) return;
      edits.push({
        start,
        end,
        text: end - start > 8192 ? "" : absolutizeUrls(source.slice(start, end)),
      });
    },
    close() {},
    text() {},
  });
  return edits;
}
