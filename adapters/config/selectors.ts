import { z } from "zod";
import { parseSelectors } from "../../core/lib/page-reader/index.ts";

/** A list of CSS selectors. */
export const SELECTORS = z.string().transform((text, { addIssue }) => {
  const selectors = parseSelectors(text);
  if (!("expected" in selectors)) return selectors;
  const { found, position, expected } = selectors;
  const place =
    found === "" ? "ends too early" : `contains "${found}" at position ${position} of "${text}"`;
  addIssue(`${place}. Expected: ${expected}`);
  return [];
});
