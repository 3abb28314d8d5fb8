import { elementOf, idOf, signOf } from "./footnote-call.ts";
import { backLinksOf, clearNote, holderOf, isAmongNotes, isAtTop } from "./footnote-note.ts";
import { type Node, walk } from "./tree.ts";

/** The labels of a page's footnotes, by the elements that call them and by those that hold their text. */
export interface Footnotes {
  readonly calls: Map<Node, string>;
  readonly notes: Map<Node, string>;
}

/** A link that looks like the call of a note; `order` counts elements. */
interface Call {
  readonly link: Node;
  readonly target: string;
  readonly order: number;
  /** What is called: "1", "a", "*". */
  readonly sign: string;
}

/**
 * The footnotes of a subtree. A raised sign, or one marked as a note's call, that links to an element further down which
 * is one of the notes or links back: as GitHub, Pandoc, kramdown, Python-Markdown, Sphinx, DocBook, Asciidoctor and
 * MediaWiki write them. Links back are dropped, and a dropped aside with a note is taken in again. What is not sure stays a link.
 */
export function takeFootnotes(root: Node): Footnotes | undefined {
  const calls: Call[] = [];
  const places = new Map<string, { node: Node; order: number }>();
  let order = 0;
  walk(root, (node) => {
    if (node.hidden || (node.dropped && node.tag.name !== "aside")) return false;
    const { attributes } = node;
    if (!attributes) return true;
    order++;
    if (attributes.id && !places.has(attributes.id)) places.set(attributes.id, { node, order });
    if (node.tag.name === "a" && attributes.href?.startsWith("#")) {
      const sign = signOf(node);
      if (sign !== "") calls.push({ link: node, target: idOf(attributes.href), order, sign });
    }
    return true;
  });
  if (calls.length === 0) return undefined;

  const callers = new Set(
    calls.flatMap(({ link }) =>
      [link, link.parent, link.parent?.parent, link.first].map((node) => node?.attributes?.id),
    ),
  );
  callers.delete(undefined);
  const footnotes: Footnotes = { calls: new Map(), notes: new Map() };
  const labels = new Set<string>();
  for (const { link, target, order, sign } of calls) {
    const place = places.get(target);
    const note = place && place.order > order ? holderOf(place.node) : undefined;
    if (!note) continue;
    let label = footnotes.notes.get(note);
    if (label === undefined) {
      if (!isAtTop(note, root)) continue;
      const backLinks = backLinksOf(note, callers);
      if (backLinks.length === 0 && !isAmongNotes(note)) continue;
      label = /^[\w-]+$/.test(sign) && !labels.has(sign) ? sign : firstFree(labels);
      labels.add(label);
      footnotes.notes.set(note, label);
      clearNote(note, backLinks, sign);
      if (place!.node.tag.name === "dt") place!.node.dropped = true;
      for (let up: Node | undefined = note; up && up !== root; up = up.parent)
        if (up.tag.name === "aside") up.dropped = false;
    }
    footnotes.calls.set(elementOf(link, sign), label);
  }
  return footnotes;
}

function firstFree(labels: Set<string>): string {
  let number = labels.size + 1;
  while (labels.has(String(number))) number++;
  return String(number);
}
