import { buyingGuide } from "../domain/buying-guide.ts";
import { skillsIndex, SKILLS_PATH } from "../domain/skills.ts";
import { jsonDocument } from "./document.ts";
import { pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** The agent skills that are served, each with the digest of its bytes. Where nothing is for sale there is none: the site's own pages. */
export const agentSkills: Surface = {
  path: SKILLS_PATH,
  methods: ["GET"],
  mediaTypes: ["application/json"],
  link: { rel: "service-meta", title: "The agent skills that are served" },
  isForBuying: true,
  respond(sources) {
    const { site, commerce } = sources;
    if (!commerce) return pages.respond(sources);
    let index: Promise<object> | undefined;
    return async (asked) => jsonDocument(asked, await (index ??= digestOf(buyingGuide(site)).then((digest) => skillsIndex(site, digest))), "application/json");
  },
};

/** The digest of a text's bytes, as the index writes it. */
async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256:${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
