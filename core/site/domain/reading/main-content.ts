import { isFrame } from "./boilerplate.ts";
import { chooseRoot } from "./choose-root.ts";
import { hasHeading } from "./headings.ts";
import { measure, minLetters } from "./measure.ts";
import type { ParsedPage } from "./parse-html.ts";
import { prune } from "./prune.ts";
import { type HtmlNode, isExcluded, walk } from "./tree.ts";
import type { VisibilityTracker } from "./visibility.ts";

/**
 * The part of a page that is its content; what is not is marked as dropped inside of it. Falls back to all that is shown
 * when little would be left and the page does not say itself what its main part is, and to what people without scripts are
 * shown when there is next to nothing else.
 */
export function mainContent({ root, kind, visibility }: ParsedPage): HtmlNode {
  measure(root);
  showLabels(root, visibility);
  showNoscripts(root, visibility);
  const totalLetters = root.letters;
  const dropped = dropFrame(root);
  if (dropped.length > 0) measure(root);
  if (root.letters < Math.min(minLetters, totalLetters) && !hasMain(root)) {
    for (const node of dropped) node.dropped = false;
    measure(root);
    return root;
  }
  const main = chooseRoot(root, kind);
  prune(main, kind);
  return main;
}

/** Whether a page marks its main part, and has something in it. */
function hasMain(root: HtmlNode): boolean {
  let hasFound = false;
  walk(root, (node) => {
    if (hasFound || isExcluded(node)) return false;
    hasFound = (node.tag.name === "main" || node.attributes?.role === "main") && node.letters > 0;
    return true;
  });
  return hasFound;
}

/** Shows the form controls that are all there is of a heading: an accordion's buttons. */
function showLabels(root: HtmlNode, { controlsByLabel }: VisibilityTracker): void {
  let hasChanged = false;
  for (const [label, controls] of controlsByLabel) {
    if (label.letters > 0) continue;
    for (const control of controls) control.dropped = false;
    hasChanged = true;
  }
  if (hasChanged) measure(root);
}

/** Shows the `<noscript>` text of a page that has next to no other, if that text is a page. */
function showNoscripts(root: HtmlNode, { noscripts }: VisibilityTracker): void {
  if (root.letters >= minLetters || noscripts.length === 0) return;
  for (const node of noscripts) node.hidden = false;
  measure(root);
  if (root.letters >= minLetters) return;
  for (const node of noscripts) node.hidden = true;
  measure(root);
}

/** Drops the site's frame around the content, and forms that are not the page itself. */
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

/** A form that is not the page itself, nor holds what is read: posts to mark, a product's text beside its choices. */
function isPlainForm(node: HtmlNode, root: HtmlNode): boolean {
  return (
    node.tag.name === "form" &&
    node.letters < 0.5 * root.letters &&
    node.prose < 500 &&
    node.articles === 0
  );
}

/** A header of links without a heading is the site's, even where a page calls all of itself its main part. */
function isSiteHeader(node: HtmlNode, isInArticle: boolean): boolean {
  return node.tag.name === "header" && !isInArticle && node.links >= 3 && !hasHeading(node);
}

function isContent({ tag, attributes }: HtmlNode): boolean {
  return tag.name === "main" || tag.name === "article" || attributes?.role === "main";
}
