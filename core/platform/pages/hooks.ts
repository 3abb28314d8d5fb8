import { readBody } from "../../http/read-body.ts";
import type { Bytes } from "../../lib/kit/base64.ts";
import { notFound } from "../triggers/receive-webhook.ts";
import type { Surface } from "./surface.ts";

/** The addresses of webhook triggers. Requests need no key: their signatures are verified. */
export const hooks: Surface = {
  path: "/hooks/{address}",
  methods: ["GET", "POST"],
  mediaTypes: ["application/json", "text/plain"],
  createHandler:
    ({ webhooks, countAttempt }) =>
    async (request, context) => {
      const address = context.match.parameters["address"] ?? "";
      const found = await webhooks?.find(address);
      if (!found) {
        await countAttempt?.(request, context);
        return notFound();
      }
      const body = (await readBody(request)) as Bytes;
      const { response, isRefused } = await found.receive({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body,
      });
      if (isRefused) await countAttempt?.(request, context);
      return response;
    },
};
