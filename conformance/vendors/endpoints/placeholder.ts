/** Stands for any value in a path. */
export const PLACEHOLDER = "~value~";

/** Members that clients read of their options, and whose presence would change what they do. */
const OPTIONS =
  /^(?:then|toJSON|headers|timeout.*|signal|maxRetries|retries|fetchOptions|query|queryParams|method|idempotencyKey|stream|apiKey|apiVersion|host|additionalHeaders|requestOptions|base(?:URL|Url)|defaultBaseURL|__.*|length|constructor|abortSignal|server.*|path|body|_body|customHeaders|middleware.*|httpBearer|retryConfig|cancellationToken|networkSession)$/;

/** Creates an object of parameters whose every member is a placeholder, and that is one as text. */
export function createPlaceholder(): object {
  const toText = () => PLACEHOLDER;
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name === Symbol.toPrimitive || name === "toString" || name === "valueOf") return toText;
        return typeof name === "symbol" || OPTIONS.test(name) || name in Object.prototype
          ? undefined
          : PLACEHOLDER;
      },
      has: (_, name) => typeof name === "string" && !OPTIONS.test(name),
      ownKeys: () => [],
    },
  );
}
