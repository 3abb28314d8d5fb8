/** The methods that an index tells apart, in the order in which it numbers them; 0 is none. */
export const METHODS: readonly string[] = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
];
