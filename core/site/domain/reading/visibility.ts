import { enclosingLabel } from "./boilerplate.ts";
import { isHidden, isOffScreen } from "./hidden.ts";
import type { Attributes } from "./scan-html.ts";
import { createStreamedFragments } from "./streamed-fragments.ts";
import { CONTROL, UNSEEN } from "./tags.ts";
import type { HtmlNode } from "./tree.ts";

/** Decides, while a page is parsed and when it is complete, which of its elements people do not see. */
export interface VisibilityTracker {
  observe(node: HtmlNode): void;
  /** Shows what was hidden only until people look at it. */
  finish(): void;
  /** The `<noscript>` elements of the body: hidden, unless there is nothing else. */
  readonly noscripts: HtmlNode[];
  /** The form controls that stand in a heading, a term or a column's name, by these. */
  readonly controlsByLabel: Map<HtmlNode, HtmlNode[]>;
}

/** Starts knowing nothing of the page. */
export function createVisibilityTracker(): VisibilityTracker {
  const noscripts: HtmlNode[] = [];
  const revealable: HtmlNode[] = [];
  const controlledIds = new Set<string>();
  const offScreen: HtmlNode[] = [];
  const controlsByLabel = new Map<HtmlNode, HtmlNode[]>();
  const fragments = createStreamedFragments();
  const twinParents = new Set<HtmlNode | undefined>();

  const observeAttributes = (node: HtmlNode, attributes: Attributes) => {
    for (const id of attributes["aria-controls"]?.slice(0, 200).split(/\s+/) ?? [])
      controlledIds.add(id);
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
        revealable.push(node);
      if (attributes["aria-hidden"] !== undefined && name !== "i") twinParents.add(node.parent);
    } else if (isOffScreen(attributes)) {
      node.hidden = true;
      offScreen.push(node);
    }
  };
  return {
    noscripts,
    controlsByLabel,
    observe(node) {
      node.hidden = (node.tag.traits & UNSEEN) !== 0;
      if (node.tag.traits & CONTROL) {
        node.dropped = true;
        const label = enclosingLabel(node);
        if (label) {
          const controls = controlsByLabel.get(label);
          if (controls) controls.push(node);
          else controlsByLabel.set(label, [node]);
        }
      }
      if (node.tag.name === "noscript" && node.parent?.tag.name !== "head") noscripts.push(node);
      if (node.attributes) observeAttributes(node, node.attributes);
      fragments.observe(node);
    },
    finish() {
      fragments.finish();
      for (const node of revealable)
        if (isRevealable(node.attributes!, controlledIds)) node.hidden = false;
      // Text for screen readers beside its aria-hidden twin is the spoken form of what is seen.
      for (const node of offScreen) if (twinParents.has(node.parent)) node.hidden = false;
    },
  };
}

const revealableClass =
  /(?:^|[\s_-])(?:accordion|collapse|faq|tab-?(?:pane|panel|content))(?:[\s_-]|$)/i;

/**
 * Whether people get to see an element that is hidden now: a tab's panel, a part of an accordion, what another control of the page opens (the
 * answer to a question), and parts that arrive late and are moved into place (React's streamed segments).
 */
function isRevealable(
  { id, role, hidden, class: className = "" }: Attributes,
  controlledIds: Set<string>,
): boolean {
  if (revealableClass.test(className.slice(0, 1000))) return true;
  if (role?.toLowerCase() === "tabpanel") return true;
  return (
    id !== undefined && (controlledIds.has(id) || (hidden !== undefined && /^S:[\da-z]+$/.test(id)))
  );
}
