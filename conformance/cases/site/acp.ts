import type { BindingCasesOf } from "../../case.ts";
import { cancelAcpCheckout, completeAcpCheckout } from "./acp-complete-cancel.ts";
import { createAcpCheckout } from "./acp-create.ts";
import { getAcpCheckout } from "./acp-get.ts";
import { updateAcpCheckout } from "./acp-update.ts";

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
