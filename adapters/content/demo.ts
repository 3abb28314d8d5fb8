import { fileURLToPath } from "node:url";
import type { Site } from "../../core/index.ts";

/** The demo shop's pages. */
export const DEMO_FOLDER = fileURLToPath(new URL("./demo", import.meta.url));

/** Jackfield's reference pages, which the demo site serves under /docs/. */
export const DOCS_FOLDER = fileURLToPath(new URL("./docs", import.meta.url));

/** What the demo shop says of itself, besides its pages. */
export const DEMO_SITE: Pick<Site, "name" | "description" | "terms" | "privacy" | "notOffered"> = {
  name: "Haverlund",
  description:
    "A small shop for audio-mastering software and hardware. It is a demonstration: what it sells is sold in a sandbox, where no money moves.",
  terms: "/license-terms.html",
  privacy: "/privacy.html",
  notOffered: [
    {
      what: "desktop_application",
      detail:
        "The desktop application has no programmatic interface: no command-line tool, no URL scheme and no plug-in, so nothing " +
        "can be scripted inside it. Built in are batch mastering to one folder, delivery packs with a file for each platform, " +
        "and session settings as JSON that can be loaded again.",
    },
  ],
};
