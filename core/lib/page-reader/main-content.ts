import { isFrame } from "./boilerplate.ts";
import { chooseRoot } from "./choose-root.ts";
import { hasHeading } from "./headings.ts";
import { MIN_LETTERS, measure } from "./measure.ts";
import type { ParsedPage } from "./parse-html.ts";
import { prune } from "./prune.ts";
import { type HtmlNode, isExcluded, walk } from "./tree.ts";
import type { VisibilityTracker } from "./visibility.ts";

/**
 * Finds the element with the page's main content and drops the boilerplate inside it. Falls back to
 * the whole visible page if hardly any text remains and the page has no `<main>`. Falls back to the
 * `<noscript>` text if the page has hardly any other text.
 */
export function mainContent({ root, kind, visibility }: ParsedPage): HtmlNode {
  measure(root);
  showLabels(root, visibility);
  showNoscripts(root, visibility);
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
  return main;
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
function showLabels(root: HtmlNode, { controlsByLabel }: VisibilityTracker): void {
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
