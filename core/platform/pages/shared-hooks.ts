import { readBody } from "../../http/read-body.ts";
import type { Bytes } from "../../lib/kit/base64.ts";
import { notFound } from "../triggers/receive-webhook.ts";
import type { Surface } from "./surface.ts";

/**
 * The addresses of apps that send the events of all connections of an OAuth client to one. Requests
 * need no key: their signatures are verified.
 */
export const sharedHooks: Surface = {
  path: "/hooks/app/{app}",
  methods: ["GET", "POST"],
  mediaTypes: ["application/json", "text/plain"],
  createHandler:
    ({ sharedWebhooks, countAttempt }) =>
    async (request, context) => {
      const found = await sharedWebhooks?.find(context.match.parameters["app"] ?? "");
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
