import { GUIDE_NAME, GUIDE_PATH, guideDescription } from "./buying-guide.ts";
import type { Site } from "./site.ts";

/** Where the skills are listed (agent skills discovery, 0.2.0). */
export const SKILLS_PATH = "/.well-known/agent-skills/index.json";

/** The agent skills of a site that sells something; `digest` is the guide's, of its bytes. */
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
