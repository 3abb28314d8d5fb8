import { jsonDocumentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { hex, sha256 } from "../../lib/kit/bytes/digest.ts";
import type { Surface } from "../surface.ts";
import { buyingGuide } from "./writers/write-buying-guide.ts";
import { SKILLS_PATH, skillsIndex } from "./writers/write-skills.ts";

/**
 * Index of the agent skills, each with the digest of its bytes.
 */
export const agentSkills: Surface = {
  path: SKILLS_PATH,
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["application/json"],
  link: { rel: "service-meta", title: "Index of agent skills" },
  requiresCommerce: true,
  createHandler({ site }) {
    return async (request) => {
      const digest = hex(await sha256(buyingGuide(site)));
      const index = skillsIndex(site, `sha256:${digest}`);
      return jsonDocumentResponse(request, index, "application/json");
    };
  },
};
