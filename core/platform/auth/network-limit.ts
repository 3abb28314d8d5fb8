import { createRateLimit, type RateLimit, type RateLimitOptions } from "../../http/rate-limit.ts";

/** Creates the limit of failed authentications of each network. */
export const createNetworkLimit = (
  options: RateLimitOptions,
  onError: (error: unknown, requestId: string) => void,
): RateLimit =>
  createRateLimit(
    {
      name: "network",
      ...options,
      clientKey: (request, context) => `refused ${options.clientKey(request, context)}`,
    },
    onError,
  );
