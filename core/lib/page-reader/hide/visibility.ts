import { enclosingLabel } from "../choose/boilerplate.ts";
import type { Attributes } from "../parse/scan-html.ts";
import { CONTROL, NOT_RENDERED } from "../parse/tags.ts";
import { type HtmlNode, nextNode } from "../parse/tree.ts";
import { createRenderedFormulas, scriptFormula } from "../render/formulas/tex.ts";
import { isFaded, isHidden, isOffScreen } from "./hidden.ts";
import { createRadioTabs } from "./radio-tabs.ts";
import { createStreamedFragments } from "./streamed-fragments.ts";
import { createTabLabels } from "./tab-labels.ts";
import { isCertainTaskState, isTaskState } from "./task-list.ts";

/** Decides which elements of a page are hidden from people, during parsing and after it. */
export interface VisibilityTracker {
  /** Sets `hidden` and `dropped` of a new node from its tag and attributes. */
  observe(node: HtmlNode): void;
  /**
   * Reveals elements that people can open, such as tab panels. Call it when the whole page is
   * parsed.
   */
  finish(): void;
  /**
   * The `<noscript>` elements of the body. They are hidden unless the page has hardly any other
   * text.
   */
  readonly noscripts: HtmlNode[];
  /** Transparent elements, which may fade in. */
  readonly faded: HtmlNode[];
  /** Form controls inside a heading, term, summary or column header, by that element. */
  readonly controlsByLabel: Map<HtmlNode, HtmlNode[]>;
}

export function createVisibilityTracker(): VisibilityTracker {
  const noscripts: HtmlNode[] = [];
  const revealable: HtmlNode[] = [];
  const controlledIds = new Set<string>();
  const offScreen: HtmlNode[] = [];
  const faded: HtmlNode[] = [];
  const controlsByLabel = new Map<HtmlNode, HtmlNode[]>();
  const fragments = createStreamedFragments();
  const tabLabels = createTabLabels();
  const radioTabs = createRadioTabs();
  const checkboxes: HtmlNode[] = [];
  const renderedFormulas = createRenderedFormulas();
  const ariaHiddenParents = new Set<HtmlNode | undefined>();

  const observeAttributes = (node: HtmlNode, attributes: Attributes) => {
    const controls = attributes["aria-controls"];
    if (controls !== undefined)
      for (const id of controls.slice(0, 200).split(/\s+/)) controlledIds.add(id);
    if (node.hidden) return;
    const { name } = node.tag;
    // A page that hides its body reveals it by script, or it would be blank to everyone.
    if (name !== "body" && name !== "html" && isHidden(attributes)) {
      node.hidden = true;
      if (isFaded(attributes)) faded.push(node);
      if (
        attributes.id !== undefined ||
        attributes.role !== undefined ||
        attributes.class !== undefined
      )
        revealable.push(node);
      if (attributes["aria-hidden"] !== undefined && name !== "i")
        ariaHiddenParents.add(node.parent);
    } else if (isOffScreen(attributes)) {
      node.hidden = true;
      offScreen.push(node);
    }
  };
  return {
    noscripts,
    faded,
    controlsByLabel,
    observe(node) {
      node.hidden = (node.tag.traits & NOT_RENDERED) !== 0 && !scriptFormula(node);
      if (isCertainTaskState(node)) showTask(node);
      else if (node.tag.traits & CONTROL) {
        node.dropped = true;
        if (node.tag.name === "input") checkboxes.push(node);
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
      if (node.attributes?.class?.includes("MathJax") || node.tag.name === "script")
        renderedFormulas.observe(node);
      if (node.attributes?.class?.includes("tab")) radioTabs.observe(node);
      if (node.attributes?.role !== undefined) tabLabels.observe(node);
    },
    finish() {
      fragments.finish();
      for (const node of revealable)
        if (isRevealable(node.attributes!, controlledIds)) node.hidden = false;
      // Screen-reader text beside an aria-hidden element is the spoken form of visible content.
      for (const node of offScreen)
        if (ariaHiddenParents.has(node.parent) && isSpokenForm(node)) node.hidden = false;
      for (const node of checkboxes) if (isTaskState(node)) showTask(node);
      tabLabels.finish();
      radioTabs.finish();
      renderedFormulas.finish();
    },
  };
}

/** How many nodes and letters the spoken form of an element has at most. */
const MAX_SPOKEN_NODES = 12;
const MAX_SPOKEN_LETTERS = 200;

/** Whether a text for screen readers is short, unlike a copy of the navigation. */
function isSpokenForm(root: HtmlNode): boolean {
  let letters = 0;
  let node: HtmlNode | undefined = root.firstChild;
  for (let steps = 0; node; steps++) {
    letters += node.text.length;
    if (steps === MAX_SPOKEN_NODES || letters > MAX_SPOKEN_LETTERS) return false;
    node = nextNode(root, node);
  }
  return true;
}

/** Shows the checkbox of a task, and the label around it. */
function showTask(checkbox: HtmlNode): void {
  checkbox.dropped = false;
  if (checkbox.parent?.tag.name === "label") checkbox.parent.dropped = false;
}

const REVEALABLE_CLASS =
  /(?:^|[\s_-])(?:accordion|collapse|faq|tab-?(?:pane|panel|content))(?:[\s_-]|$)/i;

/**
 * Whether a hidden element becomes visible to people: tab panels, accordion sections, elements that
 * another control opens, and React's streamed fragments.
 */
function isRevealable(
  { id, role, hidden, class: className = "" }: Attributes,
  controlledIds: Set<string>,
): boolean {
  if (REVEALABLE_CLASS.test(className.slice(0, 1000))) return true;
  if (role?.toLowerCase() === "tabpanel") return true;
  return (
    id !== undefined && (controlledIds.has(id) || (hidden !== undefined && /^S:[\da-z]+$/.test(id)))
  );
}
