import { SAFE_PAGE } from "../../http/answer.ts";
import { documentAnswer } from "../../http/document.ts";
import { supportPage } from "../domain/support.ts";
import { ownPage } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** Whom to ask, and how to have something removed. The site's own page wins. */
export const support: Surface = {
  path: "/support",
  methods: ["GET"],
  mediaTypes: ["text/html"],
  link: { rel: "help", title: "Support and removal requests" },
  respond: (sources) => async (asked, place) => {
    const own = await ownPage(sources, asked, place);
    if (own) return own;
    const answer = await documentAnswer(asked, supportPage(sources.site), "text/html");
    return { ...answer, headers: { ...answer.headers, ...SAFE_PAGE } };
  },
};
