import type { DefaultTreeAdapterTypes as Tree } from "parse5";

const INVISIBLE_TAGS = new Set(
  "head script style template noscript noframes iframe frame frameset object embed applet canvas audio video svg title dialog area datalist math button input select textarea option optgroup label".split(
    " ",
  ),
);
const HIDING_CLASS =
  /(?:^|\s)(?:hidden|d-none|is-hidden|sr-only|visually-?hidden|screen-reader-text|skip-?(?:link|to-content)|linenos?|gutter)(?:\s|$)/i;

/**
 * Whether the reader includes an element (decision 010): it isn't hidden, a form control or a
 * heading's permalink.
 */
export function isVisible(element: Tree.Element): boolean {
  if (INVISIBLE_TAGS.has(element.tagName)) return false;
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
  if (attributes["hidden"] !== undefined || attributes["aria-hidden"] === "true") return false;
  if (
    /(?:display:\s*none|visibility:\s*hidden)/i.test(attributes["style"] ?? "") ||
    HIDING_CLASS.test(attributes["class"] ?? "")
  )
    return false;
  return !(
    element.tagName === "a" &&
    attributes["href"]?.includes("#") &&
    /^[¶#§🔗\uf0c1]$/u.test(textContent(element).trim())
  );
}

function textContent(node: Tree.Node): string {
  if (node.nodeName === "#text") return (node as Tree.TextNode).value;
  return "childNodes" in node ? node.childNodes.map(textContent).join("") : "";
}
