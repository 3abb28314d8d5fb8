import type { BindingCases, SiteCases } from "../../case.ts";
import { acpCases } from "./acp.ts";
import * as operations from "./operations.ts";
import { ucpCases } from "./ucp.ts";

/** The cases of every operation of the site. */
export const siteCases: SiteCases = operations;

/** The exchanges of every protocol operation of the site. */
export const siteBindingCases: BindingCases = { ...acpCases, ...ucpCases };
