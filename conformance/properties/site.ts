import fc from "fast-check";
import { anyUrl } from "../arbitraries.ts";
import { bodyProperties } from "../bodies.ts";
import { holds, isDeclared, type Property } from "../properties.ts";
import { site } from "../services/site.ts";
import { ucpProperties } from "../ucp-bodies.ts";

const ofUrls: Property = {
  it: "readPage answers any URL at all with what the spec declares",
  hold: (target, numRuns) =>
    holds(
      numRuns * 2,
      fc.tuple(
        anyUrl(target.url),
        fc.constantFrom("text/markdown", "application/json", "text/plain", "*/*"),
      ),
      async ([url, accept]) =>
        isDeclared(
          site,
          "readPage",
          await target.ask({
            path: `/agent/read?${new URLSearchParams({ url })}`,
            headers: { accept },
          }),
        ),
    ),
};

/** What holds of the site besides. */
export const siteProperties: readonly Property[] = [ofUrls, ...bodyProperties, ...ucpProperties];
