import { CODE, DELETED, EMPHASIS, STRONG } from "../dialects/inline.ts";
import { removeInvisible } from "../hide/invisible.ts";
import { type HtmlNode, leadingText } from "../parse/tree.ts";
import { mathText } from "./formulas/math-text.ts";
import { scriptFormula } from "./formulas/tex.ts";
import { writeFormula } from "./formulas/write-formula.ts";
import type { ElementWriter } from "./render-context.ts";
import { writeImage } from "./write-image.ts";
import { writeScript } from "./write-scripts.ts";

const markWriter = (mark: number): ElementWriter => ({
  enter: (context) => context.buffer.inline.mark(mark, 1),
  leave: (context) => context.buffer.inline.mark(mark, -1),
});
const strong = markWriter(STRONG);
const emphasis = markWriter(EMPHASIS);
const deleted = markWriter(DELETED);
const code = markWriter(CODE);

/**
 * Writers for inline elements. Unlisted ones, such as small, mark, abbr and time, are written
 * as their text.
 */
export const textElements: Record<string, ElementWriter> = {
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
    enter(context, node) {
      if (isPermalink(node)) return false;
      const href = node.attributes?.href;
      // Drop a heading's link to itself.
      const isSelfLink = href?.startsWith("#") && typeof context.buffer.line?.kind === "number";
      const link = href === undefined || isSelfLink ? "" : (context.resolver.link(href) ?? "");
      context.links.push(context.buffer.inline.setLink(link));
      return true;
    },
    leave(context) {
      context.buffer.inline.setLink(context.links.pop() ?? "");
    },
  },
  br: { enter: (context) => context.buffer.inline.addBreak() },
  img: { enter: writeImage },
  q: {
    enter: (context) => context.buffer.inline.add("“"),
    leave: (context) => context.buffer.inline.add("”"),
  },
  sup: { enter: (context, node) => !writeScript(context, node, "sup") },
  sub: { enter: (context, node) => !writeScript(context, node, "sub") },
  script: {
    enter(context, node) {
      const formula = scriptFormula(node);
      if (formula?.tex) writeFormula(context, formula);
      return false;
    },
  },
  math: {
    enter(context, node) {
      const { alttext, display, "data-latex": latex } = node.attributes ?? {};
      const tex = alttext ?? latex ?? texAnnotation(node);
      if (tex) writeFormula(context, { tex, isBlock: display === "block" });
      else context.buffer.inline.add(removeInvisible(mathText(node)));
      return false;
    },
  },
};

const PERMALINK_CLASS =
  /(?:^|[\s_-])(?:headerlink|permalink|anchor|hash-?link|direct-link|mark)(?:[\s_-]|$)/i;

/** Whether a link is the "¶" beside a heading, which links to the heading itself. */
function isPermalink(node: HtmlNode): boolean {
  if (node.letters > 3 || !node.attributes?.href?.includes("#")) return false;
  const text = leadingText(node);
  return (
    /^(?:[¶#§🔗⚓\uf0c1]|🔗\ufe0f?)$/u.test(text) ||
    (text.length < 2 && PERMALINK_CLASS.test(node.attributes.class ?? ""))
  );
}

/** The TeX source of a formula, from math > semantics > annotation. */
function texAnnotation(math: HtmlNode): string {
  for (let child = math.firstChild; child; child = child.nextSibling) {
    if (child.tag.name !== "semantics") continue;
    for (let inner = child.firstChild; inner; inner = inner.nextSibling) {
      if (inner.tag.name === "annotation" && /tex/i.test(inner.attributes?.encoding ?? ""))
        return inner.firstChild?.text ?? "";
    }
  }
  return "";
}
