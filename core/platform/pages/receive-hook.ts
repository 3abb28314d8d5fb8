import { readBody } from "../../http/input/read-body.ts";
import type { Bytes } from "../../lib/kit/bytes/base64.ts";
import type { WebhookRequest } from "../../lib/webhooks/index.ts";
import { notFound, type ReceivedWebhook } from "../triggers/webhooks/webhook-responses.ts";
import type { Surface, SurfaceDeps } from "./surface.ts";

type SurfaceHandler = ReturnType<Surface["createHandler"]>;

/** The receiver of the requests to an address. */
interface Receiver {
  receive(request: WebhookRequest): Promise<ReceivedWebhook>;
}

/**
 * Creates the handler of addresses that need no key, because signatures are verified. Unknown
 * addresses and rejected requests count as failed authentications.
 */
export const createHookHandler =
  (
    { countAttempt }: Pick<SurfaceDeps, "countAttempt">,
    find: (
      parameters: Readonly<Record<string, string>>,
    ) => Promise<Receiver | undefined> | undefined,
  ): SurfaceHandler =>
  async (request, context) => {
    const receiver = await find(context.match.parameters);
    if (!receiver) {
      await countAttempt?.(request, context);
      return notFound();
    }
    const { response, isRefused } = await receiver.receive({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: (await readBody(request)) as Bytes,
    });
    if (isRefused) await countAttempt?.(request, context);
    return response;
  };
