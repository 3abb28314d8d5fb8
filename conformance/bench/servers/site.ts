import { fileURLToPath } from "node:url";
import { DEMO_SITE } from "../../../adapters/content/demo.ts";
import { folderContent } from "../../../adapters/content/folder.ts";
import type { Site } from "../../../core/index.ts";
import type { Context } from "../../../core/site/contract.ts";
import { searchPages } from "../../../core/site/operations/search.ts";
import { createPageRenditions } from "../../../core/site/pages/page-renditions.ts";
import type { RecordedResponse } from "./bare.ts";

/** The demo site with a fixed origin, so that responses are equal on all ports. */
export const site: Site = { ...DEMO_SITE, origin: "http://127.0.0.1:4100", name: "Demo" };
export const content = folderContent(
  fileURLToPath(new URL("../../../adapters/content/demo", import.meta.url)),
);

/** Jackfield's search, which the peers call too. Only the code around it is compared. */
export const search = (input: { q: string; limit: number }) => searchPages(input, context);

// One for all searches, because Jackfield creates a signal only if an operation reads it.
const context: Context = {
  site,
  content,
  renditions: createPageRenditions(),
  raiseCost() {},
  resources: [],
  protocol: "http",
  identity: "",
  isIdentified: false,
  isForwarded: false,
  sells: false,
  network: "",
  signal: new AbortController().signal,
};

/** The headers that peers send: those of Jackfield that their framework doesn't set itself. */
export function peerHeaders({ headers }: RecordedResponse): Record<string, string> {
  const { "content-type": _, "request-id": __, ...others } = headers;
  return others;
}
