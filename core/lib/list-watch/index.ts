export { findItems, type ItemPlaces } from "./find-items.ts";
export { failureDelay, nextCheck, yieldDelay } from "./poll-interval.ts";
export { findSharedId, type ListItem, type ReadItems, readItems } from "./read-items.ts";
export { compareItems, type ItemChange, type ListChange } from "./seen-items.ts";
