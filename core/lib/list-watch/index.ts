export { findItems, type ItemPlaces, type NotFound } from "./find-items.ts";
export { type CheckOptions, failureDelay, nextCheck, yieldDelay } from "./poll-interval.ts";
export { findSharedId, type ListItem, type ReadItems, readItems } from "./read-items.ts";
export {
  type CompareOptions,
  type Comparison,
  compareItems,
  type ItemChange,
  type ListChange,
  type SeenItems,
} from "./seen-items.ts";
