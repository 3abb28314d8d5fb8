import { readBody } from "../../http/input/read-body.ts";
import { Problem } from "../../http/problem.ts";
import { jsonResponse } from "../../http/response/response.ts";
import type { Surface } from "../surface.ts";
import { handlePaymentEvent } from "./payment-events.ts";

/**
 * Receives payment events. An event only triggers a request for the payment's state at the
 * provider, so events may arrive late, repeatedly or in any order. Its signature covers the raw
 * bytes.
 */
export const webhooks: Surface = {
  path: "/agent/commerce/webhooks/{provider}",
  methods: ["POST"],
  cost: { free: "webhook" },
  mediaTypes: ["application/json"],
  createHandler:
    ({ commerce }) =>
    async (request, { path, match: { parameters } }) => {
      const { payments } = commerce ?? {};
      if (!commerce || !payments?.readEvent || parameters["provider"] !== payments.name) {
        throw new Problem("not_found", `Nothing is served at ${path.slice(0, 200)}.`, {
          hint: "Send webhooks to the path of the configured payment provider.",
        });
      }
      const event = await payments.readEvent(await readBody(request), request.headers);
      if (event) await handlePaymentEvent(commerce, event);
      return jsonResponse({ received: true }, 200, { "cache-control": "no-store" });
    },
};
