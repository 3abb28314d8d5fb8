import type { JsonBounds } from "../../lib/kit/json/json-size.ts";

/**
 * The bounds of JSON in requests. `JSON.stringify` recurses into each level and would overflow the
 * stack. An object with thousands of different names takes a hundred times as long to parse as
 * other JSON of its size.
 */
export const JSON_BOUNDS: JsonBounds = { depth: 100, values: 20_000, members: 2_000 };

/** The bounds in words. */
export const JSON_LIMITS = "at most 100 levels, 20,000 values and 2,000 members in one object";

const EXCESS: Readonly<Record<keyof JsonBounds, string>> = {
  depth: "It has more than 100 levels.",
  values: "It has more than 20,000 values.",
  members: "An object has more than 2,000 members.",
};

export const describeExcess = (bound: keyof JsonBounds): string => EXCESS[bound];
