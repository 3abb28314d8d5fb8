import type { Attributes } from "../parse/scan-html.ts";
import { type HtmlNode, TEXT, walk } from "../parse/tree.ts";

/**
 * Whether a node is the state of a task: a checkbox that a list item starts with, in a paragraph or
 * a label or not. A checkbox that people can change in a label must belong to a checklist. Call it
 * when the whole page is parsed.
 */
export function isTaskState(node: HtmlNode): boolean {
  const place = findPlace(node);
  return place !== undefined && (place.label === undefined || isChecklist(node, place.label));
}

/** Whether a node is the state of a task that its surroundings can't change. */
export function isCertainTaskState(node: HtmlNode): boolean {
  const place = findPlace(node);
  return place !== undefined && (place.label === undefined || isDisabled(node));
}

/** A checkbox that a list item starts with, and the label around it. */
function findPlace(node: HtmlNode): { label: HtmlNode | undefined } | undefined {
  if (node.tag.name !== "input" || node.attributes?.type?.toLowerCase() !== "checkbox")
    return undefined;
  let element = node;
  let label: HtmlNode | undefined;
  for (let steps = 0; steps < 3; steps++) {
    const parent: HtmlNode | undefined = element.parent;
    if (!parent || !isFirst(element, parent)) return undefined;
    const { name } = parent.tag;
    if (name === "li") return { label };
    if (name === "label") label = parent;
    else if (name !== "p") return undefined;
    element = parent;
  }
  return undefined;
}

const TASK_CLASS = /(?:^|[\s_-])(?:task|todo|to-do|check-?list)/i;
const FORM_TAG = /^(?:form|fieldset|nav|aside|dialog|search)$/;
/** How many ancestors are searched for a form. */
const MAX_STEPS = 40;
const COUNT = /\(\s*[\d.,]+\s*\)\s*$/;

/**
 * Whether a checkbox in a label belongs to a checklist rather than to a form, such as the filters
 * of a shop. Fields of forms have names or values, and filters count their results.
 */
function isChecklist(checkbox: HtmlNode, label: HtmlNode): boolean {
  if (isDisabled(checkbox)) return true;
  const { name, value } = checkbox.attributes as Attributes;
  let hasForm = false;
  let up = label.parent;
  for (let steps = 0; up && steps < MAX_STEPS; steps++, up = up.parent) {
    if (steps < 3 && TASK_CLASS.test(up.attributes?.class?.slice(0, 300) ?? "")) return true;
    hasForm ||= FORM_TAG.test(up.tag.name);
  }
  return name === undefined && value === undefined && !hasForm && !COUNT.test(allText(label));
}

function isDisabled(checkbox: HtmlNode): boolean {
  return checkbox.attributes?.disabled !== undefined;
}

/** The text of an element, also if it is dropped. */
function allText(root: HtmlNode): string {
  let text = "";
  walk(root, (node) => {
    text += node.text;
  });
  return text;
}

/** Whether only white space is before a node in its parent. */
function isFirst(node: HtmlNode, { firstChild }: HtmlNode): boolean {
  if (firstChild === node) return true;
  return (
    firstChild?.tag === TEXT && firstChild.text.trim() === "" && firstChild.nextSibling === node
  );
}
