import { type HtmlNode, TEXT } from "../parse/tree.ts";
import { labelPanel, visibleLabel } from "./tab-labels.ts";

/**
 * Writes the label of each tab before its panel where tabs are radio buttons, as in MkDocs and
 * Sphinx Design. Their labels and panels have the same order.
 */
interface RadioTabs {
  observe(node: HtmlNode): void;
  /** Adds the labels. Call it when the whole page is parsed. */
  finish(): void;
}

const SET_CLASS = /(?:^|\s)(?:tabbed-set|sd-tab-set)(?:\s|$)/;
const PANEL_CLASS = /(?:^|\s)(?:tabbed-content|tabbed-block|sd-tab-content)(?:\s|$)/;

export function createRadioTabs(): RadioTabs {
  const sets: HtmlNode[] = [];
  return {
    observe(node) {
      if (SET_CLASS.test(node.attributes!.class!.slice(0, 300))) sets.push(node);
    },
    finish() {
      for (const set of sets) {
        const labels = findParts(set, ({ tag }) => tag.name === "label");
        const panels = findParts(set, isPanel);
        // The panel of a single tab needs no label.
        if (labels.length < 2 || labels.length !== panels.length) continue;
        for (const [index, panel] of panels.entries())
          labelPanel(panel, visibleLabel(labels[index]!));
      }
    },
  };
}

const isPanel = ({ attributes }: HtmlNode): boolean =>
  PANEL_CLASS.test(attributes?.class?.slice(0, 300) ?? "");

/** The innermost matching elements among the children and grandchildren of a set. */
function findParts(set: HtmlNode, isPart: (node: HtmlNode) => boolean): HtmlNode[] {
  return childElements(set).flatMap((child) => {
    const inner = childElements(child).filter(isPart);
    if (inner.length > 0) return inner;
    return isPart(child) ? [child] : [];
  });
}

function childElements({ firstChild }: HtmlNode): HtmlNode[] {
  const elements: HtmlNode[] = [];
  for (let child = firstChild; child; child = child.nextSibling)
    if (child.tag !== TEXT) elements.push(child);
  return elements;
}
