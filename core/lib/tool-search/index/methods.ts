/** The HTTP methods. An index stores the position plus 1, or 0 for no method. */
export const METHODS: readonly string[] = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
];
