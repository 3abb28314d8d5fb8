import type { CasesOf } from "../../case.ts";

/** What creating a checkout must do. */
export const createCheckout: CasesOf<"createCheckout"> = [
  { it: "refuses an offer that is not for sale", send: { offer: "no-such-offer" }, status: 404, problem: "offer_not_found" },
];

/** What reading a checkout must do. */
export const getCheckout: CasesOf<"getCheckout"> = [
  { it: "does not know an id that was guessed", send: { id: "chk_guessed" }, status: 404, problem: "checkout_not_found" },
];
