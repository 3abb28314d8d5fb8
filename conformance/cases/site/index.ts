import type { Cases } from "../../case.ts";
import { readPage } from "./pages.ts";
import { searchPages } from "./search.ts";
import { siteInfo } from "./site.ts";

/** Every operation of the site service, in the order of its discovery. */
export const siteCases: Cases = { siteInfo, searchPages, readPage };
