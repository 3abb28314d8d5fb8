import { callElement, footnoteMarker, fragmentId } from "./footnote-call.ts";
import {
  cleanNote,
  findBackLinks,
  isInNotesSection,
  isTopLevel,
  noteContainer,
} from "./footnote-note.ts";
import { type HtmlNode, walk } from "./tree.ts";

/** The labels of a page's footnotes, by the elements that call them and by those that hold their text. */
export interface Footnotes {
  readonly calls: Map<HtmlNode, string>;
  readonly notes: Map<HtmlNode, string>;
}

/** A link that looks like the call of a note; `order` counts elements. */
interface Call {
  readonly link: HtmlNode;
  readonly target: string;
  readonly order: number;
  /** What is called: "1", "a", "*". */
  readonly marker: string;
}

/**
 * The footnotes of a subtree. A raised sign, or one marked as a note's call, that links to an element further down which
 * is one of the notes or links back: as GitHub, Pandoc, kramdown, Python-Markdown, Sphinx, DocBook, Asciidoctor and
 * MediaWiki write them. Links back are dropped, and a dropped aside with a note is taken in again. What is not sure stays a link.
 */
export function extractFootnotes(root: HtmlNode): Footnotes | undefined {
  const calls: Call[] = [];
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
        calls.push({ link: node, target: fragmentId(attributes.href), order, marker });
    }
    return true;
  });
  if (calls.length === 0) return undefined;

  const callers = new Set(
    calls.flatMap(({ link }) =>
      [link, link.parent, link.parent?.parent, link.firstChild].map((node) => node?.attributes?.id),
    ),
  );
  callers.delete(undefined);
  const footnotes: Footnotes = { calls: new Map(), notes: new Map() };
  const labels = new Set<string>();
  for (const { link, target, order, marker } of calls) {
    const anchor = anchors.get(target);
    const note = anchor && anchor.order > order ? noteContainer(anchor.node) : undefined;
    if (!note) continue;
    let label = footnotes.notes.get(note);
    if (label === undefined) {
      if (!isTopLevel(note, root)) continue;
      const backLinks = findBackLinks(note, callers);
      if (backLinks.length === 0 && !isInNotesSection(note)) continue;
      label = /^[\w-]+$/.test(marker) && !labels.has(marker) ? marker : nextFreeLabel(labels);
      labels.add(label);
      footnotes.notes.set(note, label);
      cleanNote(note, backLinks, marker);
      if (anchor!.node.tag.name === "dt") anchor!.node.dropped = true;
      for (let up: HtmlNode | undefined = note; up && up !== root; up = up.parent)
        if (up.tag.name === "aside") up.dropped = false;
    }
    footnotes.calls.set(callElement(link, marker), label);
  }
  return footnotes;
}

function nextFreeLabel(labels: Set<string>): string {
  let number = labels.size + 1;
  while (labels.has(String(number))) number++;
  return String(number);
}
