import { createRateLimit, type RateLimitOptions } from "../../http/rate-limit.ts";
import type { RateLimit } from "../../http/request-context.ts";

/** Creates the limit of failed authentications of each network. */
export const createNetworkLimit = (
  options: RateLimitOptions,
  onError: (error: unknown, requestId: string) => void,
  counted: "refused" | "open" = "refused",
): RateLimit =>
  createRateLimit(
    {
      name: "network",
      ...options,
      clientKey: (request, context) => `${counted} ${options.clientKey(request, context)}`,
    },
    onError,
  );
