import { labelAround } from "./boilerplate.ts";
import { isHidden, isOffScreen } from "./hidden.ts";
import type { Attributes } from "./scan-html.ts";
import { createStreaming } from "./streamed.ts";
import { CONTROL, UNSEEN } from "./tags.ts";
import type { Node } from "./tree.ts";

/** Decides, while a page is parsed and when it is complete, which of its elements people do not see. */
export interface Concealment {
  note(node: Node): void;
  /** Shows what was hidden only until people look at it. */
  settle(): void;
  /** The `<noscript>` elements of the body: hidden, unless there is nothing else. */
  readonly noscripts: Node[];
  /** The form controls that stand in a heading, a term or a column's name, by these. */
  readonly controlsByLabel: Map<Node, Node[]>;
}

/** Starts knowing nothing of the page. */
export function createConcealment(): Concealment {
  const noscripts: Node[] = [];
  const openedLater: Node[] = [];
  const controlled = new Set<string>();
  const offScreen: Node[] = [];
  const controlsByLabel = new Map<Node, Node[]>();
  const streaming = createStreaming();
  const parentsOfTwins = new Set<Node | undefined>();

  const noteAttributes = (node: Node, attributes: Attributes) => {
    for (const id of attributes["aria-controls"]?.slice(0, 200).split(/\s+/) ?? [])
      controlled.add(id);
    if (node.hidden) return;
    const { name } = node.tag;
    // Whole pages are shown by their scripts: one that hid its own body would be blank to everyone.
    if (name !== "body" && name !== "html" && isHidden(attributes)) {
      node.hidden = true;
      if (
        attributes.id !== undefined ||
        attributes.role !== undefined ||
        attributes.class !== undefined
      )
        openedLater.push(node);
      if (attributes["aria-hidden"] !== undefined && name !== "i") parentsOfTwins.add(node.parent);
    } else if (isOffScreen(attributes)) {
      node.hidden = true;
      offScreen.push(node);
    }
  };
  return {
    noscripts,
    controlsByLabel,
    note(node) {
      node.hidden = (node.tag.is & UNSEEN) !== 0;
      if (node.tag.is & CONTROL) {
        node.dropped = true;
        const label = labelAround(node);
        if (label) {
          const controls = controlsByLabel.get(label);
          if (controls) controls.push(node);
          else controlsByLabel.set(label, [node]);
        }
      }
      if (node.tag.name === "noscript" && node.parent?.tag.name !== "head") noscripts.push(node);
      if (node.attributes) noteAttributes(node, node.attributes);
      streaming.note(node);
    },
    settle() {
      streaming.settle();
      for (const node of openedLater)
        if (isOpenedLater(node.attributes!, controlled)) node.hidden = false;
      // Text for screen readers beside its aria-hidden twin is the spoken form of what is seen.
      for (const node of offScreen) if (parentsOfTwins.has(node.parent)) node.hidden = false;
    },
  };
}

const opening = /(?:^|[\s_-])(?:accordion|collapse|faq|tab-?(?:pane|panel|content))(?:[\s_-]|$)/i;

/**
 * Whether people get to see an element that is hidden now: a tab's panel, a part of an accordion, what another control of the page opens (the
 * answer to a question), and parts that arrive late and are moved into place (React's streamed segments).
 */
function isOpenedLater(
  { id, role, hidden, class: className = "" }: Attributes,
  controlled: Set<string>,
): boolean {
  if (opening.test(className.slice(0, 1000))) return true;
  if (role?.toLowerCase() === "tabpanel") return true;
  return (
    id !== undefined && (controlled.has(id) || (hidden !== undefined && /^S:[\da-z]+$/.test(id)))
  );
}
