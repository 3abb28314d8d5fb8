import { type HtmlNode, walk } from "../../parse/tree.ts";
import { footnoteMarker, fragmentId, referenceElement } from "./footnote-reference.ts";
import {
  cleanFootnote,
  findBackLinks,
  footnoteContainer,
  isInFootnotesSection,
  isTopLevel,
} from "./footnote-text.ts";

/** The labels of a page's footnotes. */
interface Footnotes {
  /** By the element that refers to the footnote. */
  readonly references: Map<HtmlNode, string>;
  /** By the element that holds the footnote's text. */
  readonly notes: Map<HtmlNode, string>;
}

/** A link that looks like a footnote reference. */
interface FootnoteReference {
  readonly link: HtmlNode;
  /** The id that the link points to. */
  readonly target: string;
  /** The link's position among all elements with attributes. */
  readonly order: number;
  /** The text of the reference: "1", "a", "*". */
  readonly marker: string;
}

/**
 * Finds the footnotes of a subtree, as written by GitHub, Pandoc, kramdown, Python-Markdown,
 * Sphinx, DocBook, Asciidoctor and MediaWiki. A reference is a link that is superscript or marked
 * as a reference. Its target must come later on the page, and must link back or be in a footnotes
 * section. Other links stay links. Drops the back links and restores dropped asides that hold a
 * footnote. Returns undefined if no link looks like a reference.
 */
export function extractFootnotes(root: HtmlNode): Footnotes | undefined {
  const references: FootnoteReference[] = [];
  const anchors = new Map<string, { node: HtmlNode; order: number }>();
  let order = 0;
  walk(root, (node) => {
    if (node.hidden || (node.dropped && node.tag.name !== "aside")) return false;
    const { attributes } = node;
    if (!attributes) return true;
    order++;
    if (attributes.id && !anchors.has(attributes.id)) anchors.set(attributes.id, { node, order });
    if (node.tag.name === "a" && attributes.href?.startsWith("#")) {
      const marker = footnoteMarker(node);
      if (marker !== "")
        references.push({ link: node, target: fragmentId(attributes.href), order, marker });
    }
    return true;
  });
  if (references.length === 0) return undefined;

  const referenceIds = new Set(
    references.flatMap(({ link }) =>
      [link, link.parent, link.parent?.parent, link.firstChild].map((node) => node?.attributes?.id),
    ),
  );
  referenceIds.delete(undefined);
  const footnotes: Footnotes = { references: new Map(), notes: new Map() };
  const labels = new Set<string>();
  for (const { link, target, order, marker } of references) {
    const anchor = anchors.get(target);
    const note = anchor && anchor.order > order ? footnoteContainer(anchor.node) : undefined;
    if (!note) continue;
    let label = footnotes.notes.get(note);
    if (label === undefined) {
      if (!isTopLevel(note, root)) continue;
      const backLinks = findBackLinks(note, referenceIds);
      if (backLinks.length === 0 && !isInFootnotesSection(note)) continue;
      label = /^[\w-]+$/.test(marker) && !labels.has(marker) ? marker : nextFreeLabel(labels);
      labels.add(label);
      footnotes.notes.set(note, label);
      cleanFootnote(note, backLinks, marker);
      if (anchor!.node.tag.name === "dt") anchor!.node.dropped = true;
      for (let up: HtmlNode | undefined = note; up && up !== root; up = up.parent)
        if (up.tag.name === "aside") up.dropped = false;
    }
    footnotes.references.set(referenceElement(link, marker), label);
  }
  return footnotes;
}

function nextFreeLabel(labels: Set<string>): string {
  let number = labels.size + 1;
  while (labels.has(String(number))) number++;
  return String(number);
}
