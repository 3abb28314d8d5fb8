import type { BindingCasesOf } from "../../case.ts";
import { cancelAcpCheckout, completeAcpCheckout } from "./acp-complete-cancel.ts";
import { createAcpCheckout } from "./acp-create.ts";
import { getAcpCheckout, updateAcpCheckout } from "./acp-session.ts";

/** The exchanges of the Agentic Commerce Protocol. */
export const acpCases: BindingCasesOf<
  | "createAcpCheckout"
  | "getAcpCheckout"
  | "updateAcpCheckout"
  | "completeAcpCheckout"
  | "cancelAcpCheckout"
> = {
  createAcpCheckout,
  getAcpCheckout,
  updateAcpCheckout,
  completeAcpCheckout,
  cancelAcpCheckout,
};
