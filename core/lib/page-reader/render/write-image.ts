import { removeInvisible } from "../hide/invisible.ts";
import type { Attributes } from "../parse/scan-html.ts";
import type { HtmlNode } from "../parse/tree.ts";
import { bestCandidate } from "./image-candidates.ts";
import type { RenderContext } from "./render-context.ts";

/** Classes of images that show a formula, with its TeX as the alternative text. */
const FORMULA_CLASS = /(?:^|\s)(?:mwe-math-\S+|latex|tex)(?:\s|$)/i;

/** Images without alternative text are decorative and skipped (HTML standard, 4.8.4.4). */
export function writeImage(context: RenderContext, node: HtmlNode): void {
  const { attributes } = node;
  const alt = removeInvisible(attributes?.alt ?? "")
    .replace(/\s+/g, " ")
    .trim();
  if (!attributes || alt === "") return;
  if (attributes.class !== undefined && FORMULA_CLASS.test(attributes.class.slice(0, 300))) {
    const tex = alt.replace(/^\{\\displaystyle (.*)\}$/, "$1");
    context.buffer.inline.addMarkup(context.dialect.formula(tex.trim(), false));
    return;
  }
  const src = imageSource(node, attributes);
  const image = context.dialect.image(
    alt,
    src === undefined ? undefined : context.resolver.image(src),
  );
  if (image !== "") context.buffer.inline.addMarkup(image);
}

/**
 * The address of an image: the best candidate of its own `srcset`, else its `src`. Lazy-loading
 * scripts copy the address from a data attribute. Images with neither take the best candidate of
 * the `<picture>` around them.
 */
function imageSource(node: HtmlNode, attributes: Attributes): string | undefined {
  const { src } = attributes;
  const candidate = candidateOf(attributes);
  if (candidate !== undefined) return candidate;
  if (src && !src.startsWith("data:")) return src;
  const lazy = attributes["data-src"] ?? attributes["data-lazy-src"] ?? attributes["data-original"];
  return lazy ?? pictureSource(node) ?? src;
}

function candidateOf(attributes: Attributes | undefined): string | undefined {
  return (
    bestCandidate(attributes?.srcset ?? "") ?? bestCandidate(attributes?.["data-srcset"] ?? "")
  );
}

function pictureSource({ parent }: HtmlNode): string | undefined {
  if (parent?.tag.name !== "picture") return undefined;
  let child = parent.firstChild;
  for (let steps = 0; child && steps < 20; steps++, child = child.nextSibling) {
    const candidate = child.tag.name === "source" ? candidateOf(child.attributes) : undefined;
    if (candidate !== undefined) return candidate;
  }
  return undefined;
}
