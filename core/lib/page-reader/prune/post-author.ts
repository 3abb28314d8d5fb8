import { type HtmlNode, isExcluded, nextNode } from "../parse/tree.ts";

/** Panels beside a post, with the author's name, picture and statistics. */
const PANEL_CLASS =
  /(?:^|[\s_-])(?:post-?profile|user-?panel|message-cell--user|cAuthorPane|user-?(?:info|details)|post-?author)(?:[\s_-]|$)/i;
const NAME_CLASS = /(?:^|[\s_-])(?:user|author|poster|member)[\w-]{0,12}name(?:[\s_-]|$)/i;

/** How many nodes of a panel are searched for the author's name. */
const MAX_STEPS = 120;
const MAX_LETTERS = 60;

/**
 * The nodes of a panel beside a post except the author's name, without which a discussion is hard
 * to follow. Returns undefined if the element is no such panel or has no name.
 */
export function besideAuthorName(panel: HtmlNode): HtmlNode[] | undefined {
  if (!PANEL_CLASS.test(panel.attributes?.class?.slice(0, 300) ?? "")) return undefined;
  const name = findName(panel);
  if (!name) return undefined;
  const others: HtmlNode[] = [];
  for (let inner = name; inner !== panel; inner = inner.parent!) {
    for (let child = inner.parent!.firstChild; child; child = child.nextSibling)
      if (child !== inner && !isExcluded(child)) others.push(child);
  }
  return others;
}

function findName(panel: HtmlNode): HtmlNode | undefined {
  let node: HtmlNode | undefined = panel;
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    if (
      !isExcluded(node) &&
      node !== panel &&
      node.letters > 0 &&
      node.letters < MAX_LETTERS &&
      (node.attributes?.itemprop === "name" || NAME_CLASS.test(node.attributes?.class ?? ""))
    )
      return node;
    node = nextNode(panel, node);
  }
  return undefined;
}
