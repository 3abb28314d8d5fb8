/**
 * The HTTP methods in the order of their numbers in an index, which start at 1. 0 means no method.
 */
export const METHODS: readonly string[] = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
];
