import { fileURLToPath } from "node:url";
import { DEMO_SITE } from "../../../adapters/content/demo.ts";
import { folderContent } from "../../../adapters/content/folder.ts";
import type { Site } from "../../../core/index.ts";
import { searchPages } from "../../../core/site/operations/search.ts";

/** The demo site with a fixed origin, so that responses are equal on all ports. */
export const site: Site = { ...DEMO_SITE, origin: "http://127.0.0.1:4100", name: "Demo" };
export const content = folderContent(
  fileURLToPath(new URL("../../../adapters/content/demo", import.meta.url)),
);

/** Jackfield's search, which the peers call too. Only the code around it is compared. */
export const search = (input: { q: string; limit: number }) =>
  searchPages(input, {
    site,
    content,
    resources: [],
    identity: "",
    network: "",
    signal: new AbortController().signal,
  });

/** The headers of Jackfield's responses besides the content type, which the peers send too. */
export const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Link, Page-Part, Page-Parts, RateLimit, RateLimit-Policy, Request-Id, Retry-After, Signature-Outcome",
  "x-content-type-options": "nosniff",
};
