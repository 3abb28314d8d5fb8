import { applySelectors, selectorAttributes } from "./choose/select-content.ts";
import type { ContentSelectors } from "./choose/selectors.ts";
import { blankCode } from "./markdown/markdown-code.ts";
import { markdownText } from "./markdown/markdown-text.ts";
import { describeMarkdown } from "./markdown/read-markdown.ts";
import {
  createHeadings,
  createOutlineCollector,
  MAX_LINKS,
  MAX_TEXT,
  type OutlineCollector,
  tidy,
} from "./outline-collector.ts";
import { PageLimitError } from "./page.ts";
import { parseFrontMatter } from "./parse/front-matter.ts";
import { type PageHead, readHeadElement, toOneLine } from "./parse/page-head.ts";
import { parseHtml } from "./parse/parse-html.ts";
import { scanHtml } from "./parse/scan-html.ts";
import { type HtmlNode, TEXT, walk } from "./parse/tree.ts";

/** The parts of a page that search and lists of pages need. */
export interface PageOutline {
  readonly title?: string;
  readonly description?: string;
  /** The language tag (BCP 47) that the page declares. */
  readonly language?: string;
  /** The headings in document order, without repetitions. */
  readonly headings: readonly string[];
  /** The visible text outside navigation, with a line for each block. */
  readonly text: string;
  /** The targets of links as written, without repetitions. */
  readonly links: readonly string[];
  /** The target of `<base>`, against which links resolve. */
  readonly base?: string;
  /** Whether the page asks robots not to follow its links. */
  readonly isNofollow: boolean;
  /** Whether the page asks not to appear in search results. */
  readonly isNoindex: boolean;
}

interface OutlineOptions {
  readonly selectors?: ContentSelectors | undefined;
  /** The name of the reading robot, in lower case. It heeds directives for that name, too. */
  readonly robot?: string | undefined;
}

/**
 * Reads the outline of an HTML page, without choosing its main content. With selectors, headings
 * and text are those of the elements that they name. Links count wherever they are.
 */
export function outlineHtml(html: string, { selectors, robot }: OutlineOptions = {}): PageOutline {
  if (!selectors) return outlineAll(html, robot);
  try {
    return outlineSelected(html, selectors, robot);
  } catch (error) {
    // A page that is too complex to be read is found by its beginning nevertheless.
    if (error instanceof PageLimitError) return outlineAll(html, robot);
    throw error;
  }
}

/** Reads a page in one pass. */
function outlineAll(html: string, robot: string | undefined): PageOutline {
  const head: PageHead = { title: "", robot };
  const collector = createOutlineCollector();
  let inTitle = false;
  let hasTitle = false;
  scanHtml(html, {
    isForeign: collector.isForeign,
    open(name, attributes, isSelfClosing) {
      collector.link(name, attributes);
      if (!collector.open(name, attributes, isSelfClosing)) return;
      if (name === "title") {
        inTitle = !hasTitle;
        hasTitle = true;
      } else if (attributes) readHeadElement(head, name, attributes);
    },
    text(text) {
      if (inTitle) head.title += text;
      else collector.text(text);
    },
    close(name) {
      if (name === "title") inTitle = false;
      collector.close(name);
    },
  });
  return createOutline(head, collector);
}

function outlineSelected(
  html: string,
  selectors: ContentSelectors,
  robot: string | undefined,
): PageOutline {
  const { root, head } = parseHtml(html, { attributes: selectorAttributes(selectors), robot });
  const collector = createOutlineCollector();
  walk(root, (node) => collector.link(node.tag.name, node.attributes));
  const selected = applySelectors(root, selectors);
  for (const node of selected.length > 0 ? selected : [root]) collect(node, collector);
  return createOutline(head, collector);
}

function collect(root: HtmlNode, collector: OutlineCollector): void {
  walk(
    root,
    (node) => {
      if (node.tag === TEXT) collector.text(node.text);
      if (node.tag === TEXT || node.tag.name === "title") return false;
      collector.open(node.tag.name, node.attributes, false);
      return true;
    },
    (node) => collector.close(node.tag.name),
  );
}

function createOutline(head: PageHead, collector: OutlineCollector): PageOutline {
  const { headings, links } = collector;
  const title = toOneLine(head.title) ?? head.socialTitle ?? headings[0];
  return copyStrings({
    ...(title && { title }),
    ...(head.description && { description: head.description }),
    ...(head.language && { language: head.language }),
    ...(head.base && { base: head.base }),
    headings,
    text: collector.content(),
    links,
    isNofollow: /\b(?:nofollow|none)\b/i.test(head.robots ?? ""),
    isNoindex: /\b(?:noindex|none)\b/i.test(head.robots ?? ""),
  });
}

/** Reads the outline of a Markdown source. */
export function outlineMarkdown(markdown: string): PageOutline {
  const { body, language } = parseFrontMatter(markdown);
  const source = body.slice(0, MAX_TEXT);
  const visible = blankCode(source);
  const headings = createHeadings();
  for (const [, heading] of visible.matchAll(/^ {0,3}#{1,6}[ \t]+(.{1,1000})/gm))
    headings.add(markdownText(withoutClosingMarks(heading!)));
  const links = new Set<string>();
  for (const [, link] of visible.matchAll(/\]\(\s{0,9}<?([^()\s<>]{1,2048})/g)) {
    if (links.size === MAX_LINKS) break;
    links.add(link!);
  }
  return copyStrings({
    ...describeMarkdown(markdown),
    ...(language && { language }),
    headings: headings.list,
    text: tidy(markdownText(source)),
    links: [...links],
    isNofollow: false,
    isNoindex: false,
  });
}

/** Removes the `#` after a heading. An expression would take quadratic time on many of them. */
function withoutClosingMarks(heading: string): string {
  let end = heading.length;
  while (end > 0 && " \t#".includes(heading[end - 1]!)) end -= 1;
  return heading.slice(0, end);
}

/** Copies the strings, because slices of a page would keep the whole page in memory. */
const copyStrings = (outline: PageOutline): PageOutline =>
  JSON.parse(JSON.stringify(outline)) as PageOutline;
