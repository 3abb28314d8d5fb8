import { DIRECTORY_PATH } from "../../domain/signatures/agent.ts";
import { quoteString } from "../../domain/signatures/fields.ts";
import { sign } from "../../domain/signatures/sign.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { SigningKeys } from "../../ports/signing.ts";

/** Who signs, and when. */
export interface SignerOptions {
  readonly keys: SigningKeys;
  /** The service's public origin, where its directory is. */
  readonly origin: string;
  /** Milliseconds since 1970; the system's by default. */
  now?(): number;
}

const LIFETIME_SECONDS = 60;
const LABEL = "sig1";

/**
 * The same outbound, with what is fetched by https from other origins signed (Web Bot Auth). For what strangers name; the
 * site's own pages are fetched by another. Where a redirect leads to another origin, it goes there unsigned.
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
