import type { PageEntry } from "../../../ports/content.ts";

const orders = new WeakMap<readonly PageEntry[], readonly PageEntry[]>();

/**
 * Returns the pages with the most linked ones first, after the home page. Pages with equal numbers
 * keep their order.
 */
export function mostLinkedFirst(pages: readonly PageEntry[]): readonly PageEntry[] {
  let order = orders.get(pages);
  if (!order) {
    const rank = ({ path, linkedFrom = 0 }: PageEntry) => (path === "/" ? Infinity : linkedFrom);
    order = pages.some(({ linkedFrom }) => linkedFrom !== undefined)
      ? [...pages].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)))
      : pages;
    orders.set(pages, order);
  }
  return order;
}

/** Returns the part of a list in a query such as `part=2`. Default: 1. */
export const partOf = (query: string): number => Number(/^part=(\d{1,5})$/.exec(query)?.[1] ?? 1);
