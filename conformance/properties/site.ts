import fc from "fast-check";
import { acpBodyProperties } from "../acp-bodies.ts";
import { anyUrl } from "../arbitraries.ts";
import { assertDeclared, assertProperty, type Property } from "../properties.ts";
import { site } from "../services/site.ts";
import { ucpProperties } from "../ucp-bodies.ts";

const urlProperty: Property = {
  it: "readPage answers any URL at all with what the spec declares",
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

/** What holds of the site besides. */
export const siteProperties: readonly Property[] = [
  urlProperty,
  ...acpBodyProperties,
  ...ucpProperties,
];
