import type { Attributes } from "../parse/scan-html.ts";
import { type HtmlNode, TEXT, walk } from "../parse/tree.ts";
import type { Selector, SelectorStep } from "./selectors.ts";

/** The first steps of a selector. An element that matches all of a selector's steps is selected. */
interface Prefix {
  readonly step: SelectorStep;
  /** The index of the prefix without the last step. */
  readonly previous: number | undefined;
  readonly isComplete: boolean;
}

const NO_MATCHES: readonly number[] = [];

/**
 * The elements that match a selector, in document order and without those inside another one. Skips
 * the elements for which `skips` returns true. Takes time in proportion to the number of elements
 * and steps, however deeply the page nests.
 */
export function selectElements(
  root: HtmlNode,
  selectors: readonly Selector[],
  skips: (node: HtmlNode) => boolean,
): HtmlNode[] {
  const prefixes = createPrefixes(selectors);
  const found: HtmlNode[] = [];
  /** How many open elements match each prefix. */
  const openMatches = prefixes.map(() => 0);
  const matchesByNode = new Map<HtmlNode, readonly number[]>();
  const matchesOf = (node: HtmlNode | undefined) => (node && matchesByNode.get(node)) ?? NO_MATCHES;

  const matches = (node: HtmlNode, { step, previous }: Prefix): boolean => {
    if (!matchesStep(node, step)) return false;
    if (previous === undefined) return true;
    return step.isChild ? matchesOf(node.parent).includes(previous) : openMatches[previous]! > 0;
  };
  walk(
    root,
    (node) => {
      if (node.tag === TEXT || skips(node)) return false;
      const matching: number[] = [];
      prefixes.forEach((prefix, index) => {
        if (matches(node, prefix)) matching.push(index);
      });
      if (matching.some((index) => prefixes[index]!.isComplete)) {
        found.push(node);
        return false;
      }
      if (matching.length > 0) matchesByNode.set(node, matching);
      for (const index of matching) openMatches[index]! += 1;
      return true;
    },
    (node) => {
      for (const index of matchesOf(node)) openMatches[index]! -= 1;
      matchesByNode.delete(node);
    },
  );
  return found;
}

function createPrefixes(selectors: readonly Selector[]): Prefix[] {
  const prefixes: Prefix[] = [];
  for (const selector of selectors) {
    for (const [index, step] of selector.entries())
      prefixes.push({
        step,
        previous: index === 0 ? undefined : prefixes.length - 1,
        isComplete: index === selector.length - 1,
      });
  }
  return prefixes;
}

const NO_ATTRIBUTES: Attributes = {};

function matchesStep({ tag: { name }, attributes = NO_ATTRIBUTES }: HtmlNode, step: SelectorStep) {
  if (step.tag !== undefined && step.tag !== name) return false;
  return (
    step.ids.every((id) => attributes.id === id) &&
    step.classes.every((each) => hasClass(attributes.class, each)) &&
    step.attributes.every((each) => {
      // A page may have attributes with names such as "constructor".
      const value = Object.hasOwn(attributes, each.name)
        ? (attributes as Readonly<Record<string, string>>)[each.name]
        : undefined;
      return value !== undefined && (each.value === undefined || each.value === value);
    })
  );
}

/** Whether a class attribute contains a name. Doesn't split it, which costs more. */
function hasClass(names: string | undefined, name: string): boolean {
  if (names === undefined) return false;
  for (let at = names.indexOf(name); at !== -1; at = names.indexOf(name, at + 1))
    if (isSpace(names[at - 1]) && isSpace(names[at + name.length])) return true;
  return false;
}

const isSpace = (character: string | undefined): boolean =>
  character === undefined || /[ \t\n\r\f]/.test(character);
