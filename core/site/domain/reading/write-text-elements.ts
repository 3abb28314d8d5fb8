import { CODE, DELETED, EMPHASIS, STRONG } from "./inline.ts";
import { removeInvisible } from "./invisible.ts";
import { absoluteImage, absoluteLink } from "./links.ts";
import type { ElementWriting, Pen } from "./pen.ts";
import { beginningOf, type Node, TEXT } from "./tree.ts";

const marked = (mark: number): ElementWriting => ({
  enter: (pen) => pen.sheet.inline.mark(mark, 1),
  leave: (pen) => pen.sheet.inline.mark(mark, -1),
});
const strong = marked(STRONG);
const emphasis = marked(EMPHASIS);
const deleted = marked(DELETED);
const code = marked(CODE);

/** Elements inside of a line of text. Those not listed are written as their text: sub, small, mark, abbr, time, … */
export const textElements: Record<string, ElementWriting> = {
  strong,
  b: strong,
  em: emphasis,
  i: emphasis,
  var: emphasis,
  del: deleted,
  s: deleted,
  strike: deleted,
  code,
  kbd: code,
  samp: code,
  tt: code,
  a: {
    enter(pen, node) {
      if (isPermalink(node)) return false;
      const href = node.attributes?.href;
      // A heading that links to its own place says nothing by it.
      const isOwnPlace = href?.startsWith("#") && typeof pen.sheet.line?.kind === "number";
      const link = href === undefined || isOwnPlace ? "" : (absoluteLink(href, pen.base) ?? "");
      pen.links.push(pen.sheet.inline.setLink(link));
      return true;
    },
    leave(pen) {
      pen.sheet.inline.setLink(pen.links.pop() ?? "");
    },
  },
  br: { enter: (pen) => pen.sheet.inline.addBreak() },
  img: { enter: writeImage },
  q: { enter: (pen) => pen.sheet.inline.add("“"), leave: (pen) => pen.sheet.inline.add("”") },
  sup: {
    enter(pen, node) {
      // 10<sup>5</sup> is not 105.
      const isPower =
        node.first?.tag === TEXT &&
        /^[-−]?\d/.test(node.first.text) &&
        /\d/.test(pen.sheet.inline.lastLetter());
      if (isPower) pen.sheet.inline.add("^");
    },
  },
  math: {
    enter(pen, node) {
      const tex = node.attributes?.alttext ?? annotation(node);
      if (tex)
        pen.sheet.inline.addMarkup(
          pen.dialect.formula(removeInvisible(tex).replace(/\s+/g, " ").trim()),
        );
      return !tex;
    },
  },
  annotation: { enter: () => false },
  "annotation-xml": { enter: () => false },
};

const permalinkClass =
  /(?:^|[\s_-])(?:headerlink|permalink|anchor|hash-?link|direct-link|mark)(?:[\s_-]|$)/i;

/** The "¶" beside a heading: a link to where it stands. */
function isPermalink(node: Node): boolean {
  if (node.letters > 3 || !node.attributes?.href?.includes("#")) return false;
  const text = beginningOf(node);
  return (
    /^(?:[¶#§🔗⚓\uf0c1]|🔗\ufe0f?)$/u.test(text) ||
    (text.length < 2 && permalinkClass.test(node.attributes.class ?? ""))
  );
}

/** An image without a text alternative is decoration (HTML standard, 4.8.4.4). */
function writeImage(pen: Pen, node: Node): void {
  const { attributes } = node;
  const alt = removeInvisible(attributes?.alt ?? "")
    .replace(/\s+/g, " ")
    .trim();
  if (!attributes || alt === "") return;
  // Until a script puts it in `src`, a lazy image's address waits in an attribute of its own.
  const lazy = attributes["data-src"] ?? attributes["data-lazy-src"] ?? attributes["data-original"];
  const src =
    attributes.src?.startsWith("data:") || !attributes.src
      ? (lazy ?? attributes.src)
      : attributes.src;
  const image = pen.dialect.image(
    alt,
    src === undefined ? undefined : absoluteImage(src, pen.base),
  );
  if (image !== "") pen.sheet.inline.addMarkup(image);
}

/** The TeX that a formula was made from: math > semantics > annotation. */
function annotation(math: Node): string {
  for (let child = math.first; child; child = child.next) {
    if (child.tag.name !== "semantics") continue;
    for (let inner = child.first; inner; inner = inner.next) {
      if (inner.tag.name === "annotation" && /tex/i.test(inner.attributes?.encoding ?? ""))
        return inner.first?.text ?? "";
    }
  }
  return "";
}
