import type { Site } from "../../site.ts";
import { GUIDE_NAME, GUIDE_PATH, guideDescription } from "./write-buying-guide.ts";

/** The path of the index of agent skills (Agent Skills Discovery 0.2.0). */
export const SKILLS_PATH = "/.well-known/agent-skills/index.json";

/**
 * Creates the index of agent skills for a site with products. `digest` is the digest of the guide's
 * bytes.
 */
export const skillsIndex = (site: Site, digest: string): object => ({
  $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
  skills: [
    {
      name: GUIDE_NAME,
      type: "skill-md",
      description: guideDescription(site),
      url: GUIDE_PATH,
      digest,
    },
  ],
});
