import type { VisibilityTracker } from "../hide/visibility.ts";
import { type ParsedPage, parseHtml } from "../parse/parse-html.ts";
import { NOT_RENDERED } from "../parse/tags.ts";
import { type HtmlNode, isExcluded, textContent, walk } from "../parse/tree.ts";
import { prune } from "../prune/prune.ts";
import { isFrame } from "./boilerplate.ts";
import { chooseRoot } from "./choose-root.ts";
import { hasHeading } from "./headings.ts";
import { MIN_LETTERS, measure } from "./measure.ts";

/**
 * Finds the element with the page's main content and drops the boilerplate inside it. Falls back to
 * the whole visible page if hardly any text remains and the page has no `<main>`. Falls back to the
 * `<noscript>` text if the page has hardly any other text.
 */
export function mainContent(page: ParsedPage): HtmlNode {
  const { root, kind, visibility } = page;
  measure(root);
  showLabels(root, visibility);
  showNoscripts(root, visibility);
  showBlankMain(root);
  showFaded(root, visibility);
  const totalLetters = root.letters;
  const dropped = dropFrame(root);
  if (dropped.length > 0) measure(root);
  if (root.letters < Math.min(MIN_LETTERS, totalLetters) && !hasMain(root)) {
    for (const node of dropped) node.dropped = false;
    measure(root);
    return root;
  }
  const main = chooseRoot(root, kind);
  prune(main, kind);
  if (main.prose < MIN_LETTERS) appendStructured(main, page);
  return main;
}

/** Appends the content that the page has as data only, if its text doesn't contain that already. */
function appendStructured(main: HtmlNode, { kind, structured }: ParsedPage): void {
  const html = structured.read(kind);
  if (html === "") return;
  const content = parseHtml(html).root;
  measure(content);
  const beginning = textContent(content).slice(0, 60);
  if (beginning.length < 60 || textContent(main).includes(beginning)) return;
  for (let child = content.firstChild; child; child = child.nextSibling) child.parent = main;
  if (main.lastChild) main.lastChild.nextSibling = content.firstChild;
  else main.firstChild = content.firstChild;
  main.lastChild = content.lastChild;
}

/** Whether a page has a main element with text. */
function hasMain(root: HtmlNode): boolean {
  let hasFound = false;
  walk(root, (node) => {
    if (hasFound || isExcluded(node)) return false;
    hasFound = (node.tag.name === "main" || node.attributes?.role === "main") && node.letters > 0;
    return true;
  });
  return hasFound;
}

/** Restores form controls that are the only text of a heading, such as accordion buttons. */
export function showLabels(root: HtmlNode, { controlsByLabel }: VisibilityTracker): void {
  let hasChanged = false;
  for (const [label, controls] of controlsByLabel) {
    if (label.letters > 0) continue;
    for (const control of controls) control.dropped = false;
    hasChanged = true;
  }
  if (hasChanged) measure(root);
}

/**
 * Reveals the `<noscript>` text of a page with hardly any other text, if it is long enough to be
 * the content.
 */
function showNoscripts(root: HtmlNode, { noscripts }: VisibilityTracker): void {
  if (root.letters >= MIN_LETTERS || noscripts.length === 0) return;
  for (const node of noscripts) node.hidden = false;
  measure(root);
  if (root.letters >= MIN_LETTERS) return;
  for (const node of noscripts) node.hidden = true;
  measure(root);
}

/**
 * Reveals the hidden children of a `<main>` without any visible text. A script shows them, or the
 * page would be blank to everyone.
 */
function showBlankMain(root: HtmlNode): void {
  const revealed: HtmlNode[] = [];
  walk(root, (node) => {
    if (node.hidden) return false;
    if (node.tag.name !== "main" && node.attributes?.role !== "main") return true;
    if (node.letters > 0) return false;
    for (let child = node.firstChild; child; child = child.nextSibling)
      if (child.hidden && !(child.tag.traits & NOT_RENDERED)) revealed.push(child);
    return false;
  });
  if (revealed.length === 0) return;
  for (const node of revealed) node.hidden = false;
  measure(root);
}

/**
 * Reveals the transparent elements of a page if they hold more text than everything visible. They
 * then fade in, because few people would visit a page with so little content.
 */
function showFaded(root: HtmlNode, { faded }: VisibilityTracker): void {
  if (faded.length === 0) return;
  const visible = root.letters;
  for (const node of faded) node.hidden = false;
  measure(root);
  if (root.letters >= 2 * visible && root.letters >= visible + 1000) return;
  for (const node of faded) node.hidden = true;
  measure(root);
}

/** Drops the site's frame, such as navigation, headers and forms. Returns the dropped elements. */
function dropFrame(root: HtmlNode): HtmlNode[] {
  const dropped: HtmlNode[] = [];
  let contents = 0;
  let articles = 0;
  walk(
    root,
    (node) => {
      if (isExcluded(node)) return false;
      if (
        isFrame(node, contents > 0) ||
        isPlainForm(node, root) ||
        isSiteHeader(node, articles > 0)
      ) {
        node.dropped = true;
        dropped.push(node);
        return false;
      }
      if (isContent(node)) contents++;
      if (node.tag.name === "article") articles++;
      return true;
    },
    (node) => {
      if (isContent(node)) contents--;
      if (node.tag.name === "article") articles--;
    },
  );
  return dropped;
}

/** Whether a form holds no content. Forms around forum posts or product descriptions do. */
function isPlainForm(node: HtmlNode, root: HtmlNode): boolean {
  return (
    node.tag.name === "form" &&
    node.letters < 0.5 * root.letters &&
    node.prose < 500 &&
    node.articles === 0
  );
}

/**
 * Whether a header is the site's: it has at least three links, no heading, and isn't in an article.
 * Some pages wrap even this header in `<main>`.
 */
function isSiteHeader(node: HtmlNode, isInArticle: boolean): boolean {
  return node.tag.name === "header" && !isInArticle && node.links >= 3 && !hasHeading(node);
}

function isContent({ tag, attributes }: HtmlNode): boolean {
  return tag.name === "main" || tag.name === "article" || attributes?.role === "main";
}
