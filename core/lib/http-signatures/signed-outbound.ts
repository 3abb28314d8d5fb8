import type { Outbound } from "../../ports/outbound.ts";
import type { SigningKeys } from "../../ports/signing.ts";
import { DIRECTORY_PATH } from "./agent.ts";
import { quoteString } from "./fields.ts";
import { sign } from "./sign.ts";

export interface SignerOptions {
  readonly keys: SigningKeys;
  /** The service's public origin, which serves its key directory. */
  readonly origin: string;
  /** Returns milliseconds since 1970. Defaults to the system clock. */
  now?(): number;
}

const LIFETIME_SECONDS = 60;
const LABEL = "sig1";

/**
 * Wraps an outbound so that it signs https requests to other origins (Web Bot Auth). Use it for
 * URLs that third parties name. A redirect to another origin is followed without a signature.
 */
export function signedOutbound(
  outbound: Outbound,
  { keys, origin, now = Date.now }: SignerOptions,
): Outbound {
  const agent = quoteString(`${origin}${DIRECTORY_PATH}`);
  const ownOrigin = new URL(origin).origin;
  return {
    async fetch(url, options = {}) {
      const [key] = keys.publishedKeys();
      const target = URL.parse(url);
      if (!key || target?.protocol !== "https:" || target.origin === ownOrigin)
        return outbound.fetch(url, options);
      const created = Math.floor(now() / 1000);
      const signatureAgent = `${LABEL}=${agent}`;
      const message = {
        method: options.method ?? "GET",
        targetUri: target.href,
        field: (name: string) => (name === "signature-agent" ? signatureAgent : null),
      };
      const { input, signature } = await sign(
        message,
        {
          label: LABEL,
          components: ["@authority", ["signature-agent", { key: LABEL }]],
          created,
          expires: created + LIFETIME_SECONDS,
          tag: "web-bot-auth",
        },
        key,
      );
      return outbound.fetch(url, {
        ...options,
        headers: {
          ...options.headers,
          "signature-agent": signatureAgent,
          "signature-input": input,
          signature,
        },
      });
    },
  };
}
