import type { DefaultTreeAdapterTypes as Tree } from "parse5";

const INVISIBLE_TAGS = new Set(
  "head script style template noscript noframes iframe frame frameset object embed applet canvas audio video svg title dialog area datalist math button input select textarea option optgroup label".split(
    " ",
  ),
);
const HIDING_STYLE =
  /(?:^|\s)(?:hidden|d-none|is-hidden|sr-only|visually-?hidden|screen-reader-text|skip-?(?:link|to-content)|linenos?|gutter)(?:\s|$)/i;

/** Whether an element is read (decision 010): not what is hidden, a control of a form, or the sign that links a heading to itself. */
export function isVisible(element: Tree.Element): boolean {
  if (INVISIBLE_TAGS.has(element.tagName)) return false;
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
  if (attributes["hidden"] !== undefined || attributes["aria-hidden"] === "true") return false;
  if (
    /(?:display:\s*none|visibility:\s*hidden)/i.test(attributes["style"] ?? "") ||
    HIDING_STYLE.test(attributes["class"] ?? "")
  )
    return false;
  return !(
    element.tagName === "a" &&
    attributes["href"]?.includes("#") &&
    /^[¶#§🔗\uf0c1]$/u.test(firstText(element).trim())
  );
}

function firstText(element: Tree.Element): string {
  return element.childNodes
    .map((child) =>
      child.nodeName === "#text"
        ? (child as Tree.TextNode).value
        : "childNodes" in child
          ? firstText(child as Tree.Element)
          : "",
    )
    .join("");
}
