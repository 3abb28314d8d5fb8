import { fileURLToPath } from "node:url";
import type { Site } from "../../core/site.ts";

/** The folder with the demo shop's pages. */
export const DEMO_FOLDER = fileURLToPath(new URL("./demo", import.meta.url));

/** The folder with Jackfield's reference pages, which the demo site serves under /docs/. */
export const DOCS_FOLDER = fileURLToPath(new URL("./docs", import.meta.url));

/** The metadata of the demo shop. */
export const DEMO_SITE: Pick<Site, "name" | "description" | "terms" | "privacy" | "notOffered"> = {
  name: "Haverlund",
  description:
    "A small shop for audio-mastering software and hardware. It is a demonstration with sandbox payments, so no money moves.",
  terms: "/license-terms.html",
  privacy: "/privacy.html",
  notOffered: [
    {
      what: "desktop_application",
      detail:
        "The desktop application can't be scripted. It has no command-line tool, URL scheme or plug-ins. " +
        "It includes batch mastering to one folder, delivery packs with a file for each platform, " +
        "and session settings that can be saved and loaded as JSON.",
    },
  ],
};
