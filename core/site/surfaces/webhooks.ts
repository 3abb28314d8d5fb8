import { readBody } from "../../http/read-body.ts";
import { jsonResponse } from "../../http/response.ts";
import { Problem } from "../../problem.ts";
import { handlePaymentEvent } from "../checkouts/payment-events.ts";
import type { Surface } from "./surface.ts";

/**
 * Where the payment provider tells what happens. A notice is only taken for a hint: what became of a payment is then asked
 * of the provider, so that notices may come late, twice or in any order. Its signature is over the raw bytes.
 */
export const webhooks: Surface = {
  path: "/agent/commerce/webhooks/{provider}",
  methods: ["POST"],
  mediaTypes: ["application/json"],
  createHandler:
    ({ commerce }) =>
    async (request, { parameters, path }) => {
      const { payments } = commerce ?? {};
      if (!commerce || !payments?.readEvent || parameters["provider"] !== payments.name) {
        throw new Problem("not_found", `Nothing is served at ${path.slice(0, 200)}.`, {
          hint: "Webhooks go to the payment provider that is set up.",
        });
      }
      const event = await payments.readEvent(await readBody(request), request.headers);
      if (event) await handlePaymentEvent(commerce, event);
      return jsonResponse({ received: true }, 200, { "cache-control": "no-store" });
    },
};
