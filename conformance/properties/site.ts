import fc from "fast-check";
import { acpBodyProperties } from "../acp-bodies.ts";
import { anyUrl } from "../arbitraries.ts";
import { site } from "../services/site.ts";
import { ucpProperties } from "../ucp-bodies.ts";
import { assertDeclared, assertProperty, type Property } from "./property.ts";

const urlProperty: Property = {
  it: "readPage returns a response that the spec declares for any URL",
  verify: (target, numRuns) =>
    assertProperty(
      numRuns * 2,
      fc.tuple(
        anyUrl(target.url),
        fc.constantFrom("text/markdown", "application/json", "text/plain", "*/*"),
      ),
      async ([url, accept]) =>
        assertDeclared(
          site,
          "readPage",
          await target.send({
            path: `/agent/read?${new URLSearchParams({ url })}`,
            headers: { accept },
          }),
        ),
    ),
};

/** Additional properties of the site. */
export const siteProperties: readonly Property[] = [
  urlProperty,
  ...acpBodyProperties,
  ...ucpProperties,
];
