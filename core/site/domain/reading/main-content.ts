import { isControl, isFrame, isNamedBoilerplate } from "./boilerplate.ts";
import { measure } from "./measure.ts";
import { BLOCK, HEADING } from "./tags.ts";
import { isOut, type Node, walk } from "./tree.ts";

/** Fewer letters than this are no page: then all that is shown is taken. */
const fewest = 200;

/**
 * The part of a page that is its content; what is not is marked as dropped inside of it. Falls back to the whole page when
 * little would be left.
 */
export function mainContent(root: Node): Node {
  dropControls(root);
  measure(root);
  const all = root.letters;
  const dropped = dropFrame(root);
  measure(root);
  if (root.letters < Math.min(fewest, all)) {
    for (const node of dropped) node.dropped = false;
    measure(root);
    return root;
  }
  const main = chooseRoot(root);
  prune(main);
  return main;
}

function dropControls(root: Node): void {
  walk(root, (node) => {
    if (isOut(node)) return false;
    if (isControl(node)) node.dropped = true;
    return !node.dropped;
  });
}

function dropFrame(root: Node): Node[] {
  const dropped: Node[] = [];
  let content = 0;
  const isContent = (node: Node) => node.tag.name === "main" || node.tag.name === "article" || node.attributes?.role === "main";
  walk(
    root,
    (node) => {
      if (isOut(node)) return false;
      if (isFrame(node, content > 0) || (node.tag.name === "form" && node.letters < 0.5 * root.letters)) {
        node.dropped = true;
        dropped.push(node);
        return false;
      }
      if (isContent(node)) content++;
      return true;
    },
    (node) => {
      if (isContent(node)) content--;
    },
  );
  return dropped;
}

function chooseRoot(root: Node): Node {
  const total = root.letters;
  const mains: Node[] = [];
  const articles: Node[] = [];
  const named: Node[] = [];
  walk(root, (node) => {
    if (isOut(node)) return false;
    const { tag, attributes } = node;
    if (tag.name === "main" || attributes?.role === "main") mains.push(node);
    else if (tag.name === "article") articles.push(node);
    else if (attributes && isNamedContent(attributes.id, attributes.class)) named.push(node);
    return true;
  });
  const largest = (nodes: Node[]) => nodes.reduce<Node | undefined>((best, node) => (best && best.letters >= node.letters ? best : node), undefined);
  const main = largest(mains);
  if (main && main.letters >= 0.15 * total) return main;
  if (articles.length === 1 && articles[0]!.letters > 0.25 * total) return articles[0]!;
  const content = largest(named);
  if (content && content.letters > 0.3 * total) return content;
  return root;
}

function isNamedContent(id: string | undefined, className: string | undefined): boolean {
  return /^(?:main|content|main-?content|primary)$/i.test(id ?? "") || /(?:^|\s)main-content(?:\s|$)/i.test(className ?? "");
}

function prune(main: Node): void {
  walk(main, (node) => {
    if (isOut(node)) return false;
    const { tag, attributes, letters } = node;
    if (node === main || !(tag.is & BLOCK) || tag.is & HEADING) return true;
    if (attributes && isNamedBoilerplate(attributes) && letters < 0.4 * main.letters) node.dropped = true;
    else if (node.links >= 4 && node.linkLetters > 0.75 * letters && letters < 0.35 * main.letters) node.dropped = true;
    return !node.dropped;
  });
}
