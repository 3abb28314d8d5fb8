import { isFrame } from "./boilerplate.ts";
import { chooseRoot } from "./choose-root.ts";
import type { Concealment } from "./concealed.ts";
import { hasHeading } from "./headings.ts";
import { fewestLetters, measure } from "./measure.ts";
import type { ParsedPage } from "./parse-html.ts";
import { prune } from "./prune.ts";
import { isOut, type Node, walk } from "./tree.ts";

/**
 * The part of a page that is its content; what is not is marked as dropped inside of it. Falls back to all that is shown
 * when little would be left and the page does not say itself what its main part is, and to what people without scripts are
 * shown when there is next to nothing else.
 */
export function mainContent({ root, kind, concealment }: ParsedPage): Node {
  measure(root);
  showLabels(root, concealment);
  showNoscripts(root, concealment);
  const all = root.letters;
  const dropped = dropFrame(root);
  if (dropped.length > 0) measure(root);
  if (root.letters < Math.min(fewestLetters, all) && !hasMain(root)) {
    for (const node of dropped) node.dropped = false;
    measure(root);
    return root;
  }
  const main = chooseRoot(root, kind);
  prune(main, kind);
  return main;
}

/** Whether a page marks its main part, and has something in it. */
function hasMain(root: Node): boolean {
  let found = false;
  walk(root, (node) => {
    if (found || isOut(node)) return false;
    found = (node.tag.name === "main" || node.attributes?.role === "main") && node.letters > 0;
    return true;
  });
  return found;
}

/** Shows the form controls that are all there is of a heading: an accordion's buttons. */
function showLabels(root: Node, { controlsByLabel }: Concealment): void {
  let isChanged = false;
  for (const [label, controls] of controlsByLabel) {
    if (label.letters > 0) continue;
    for (const control of controls) control.dropped = false;
    isChanged = true;
  }
  if (isChanged) measure(root);
}

/** Shows the `<noscript>` text of a page that has next to no other, if that text is a page. */
function showNoscripts(root: Node, { noscripts }: Concealment): void {
  if (root.letters >= fewestLetters || noscripts.length === 0) return;
  for (const node of noscripts) node.hidden = false;
  measure(root);
  if (root.letters >= fewestLetters) return;
  for (const node of noscripts) node.hidden = true;
  measure(root);
}

/** Drops the site's frame around the content, and forms that are not the page itself. */
function dropFrame(root: Node): Node[] {
  const dropped: Node[] = [];
  let contents = 0;
  let articles = 0;
  walk(
    root,
    (node) => {
      if (isOut(node)) return false;
      if (
        isFrame(node, contents > 0) ||
        isMereForm(node, root) ||
        isSitesHeader(node, articles > 0)
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
function isMereForm(node: Node, root: Node): boolean {
  return (
    node.tag.name === "form" &&
    node.letters < 0.5 * root.letters &&
    node.prose < 500 &&
    node.articles === 0
  );
}

/** A header of links without a heading is the site's, even where a page calls all of itself its main part. */
function isSitesHeader(node: Node, isInArticle: boolean): boolean {
  return node.tag.name === "header" && !isInArticle && node.links >= 3 && !hasHeading(node);
}

function isContent({ tag, attributes }: Node): boolean {
  return tag.name === "main" || tag.name === "article" || attributes?.role === "main";
}
