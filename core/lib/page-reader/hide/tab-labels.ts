import { getTag } from "../parse/tags.ts";
import {
  createNode,
  type HtmlNode,
  isExcluded,
  nextNode,
  TEXT,
  textContent,
} from "../parse/tree.ts";

/** Writes the label of each tab before its panel, because panels are read one after another. */
interface TabLabels {
  observe(node: HtmlNode): void;
  /** Moves the labels. Call it when the whole page is parsed. */
  finish(): void;
}

/** Longer tabs are cards with content of their own. */
const MAX_LETTERS = 60;

/** How many nodes of a panel are searched for its first text. */
const MAX_STEPS = 40;

export function createTabLabels(): TabLabels {
  const tabs = new Map<string, HtmlNode>();
  const panels: HtmlNode[] = [];
  return {
    observe(node) {
      const role = node.attributes?.role;
      if (role === "tabpanel") panels.push(node);
      else if (role === "tab" && node.attributes!["aria-controls"] !== undefined)
        tabs.set(node.attributes!["aria-controls"], node);
    },
    finish() {
      // The panel of a single tab needs no label.
      if (tabs.size < 2) return;
      for (const panel of panels) {
        const id = panel.attributes!.id ?? "";
        const tab = tabs.get(id);
        if (!tab || panel.hidden) continue;
        // Each tab is read once, so that panels with the same ID take linear time.
        tabs.delete(id);
        if (labelPanel(panel, visibleLabel(tab))) tab.dropped = true;
      }
    },
  };
}

/** Writes a label before a panel unless it begins with it. Returns whether it can be a label. */
export function labelPanel(panel: HtmlNode, label: string): boolean {
  if (label === "" || label.length > MAX_LETTERS) return false;
  if (firstText(panel) !== label) prependLabel(panel, label);
  return true;
}

/** The text of a tab, which is dropped if it is a button. */
export function visibleLabel(tab: HtmlNode): string {
  const wasDropped = tab.dropped;
  tab.dropped = false;
  const label = textContent(tab);
  tab.dropped = wasDropped;
  return label;
}

/** The first run of visible text, such as the heading of a panel. */
function firstText(panel: HtmlNode): string {
  let node: HtmlNode | undefined = panel;
  for (let steps = 0; node && steps < MAX_STEPS; steps++) {
    const text = isExcluded(node) ? "" : node.text.trim();
    if (text !== "") return text;
    node = nextNode(panel, node);
  }
  return "";
}

function prependLabel(panel: HtmlNode, label: string): void {
  const paragraph = createNode(getTag("p"), undefined, "", undefined);
  createNode(TEXT, createNode(getTag("strong"), paragraph, "", undefined), label, undefined);
  paragraph.parent = panel;
  paragraph.nextSibling = panel.firstChild;
  panel.firstChild = paragraph;
  panel.lastChild ??= paragraph;
}
