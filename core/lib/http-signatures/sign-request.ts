import { DIRECTORY_PATH } from "./agent.ts";
import { quoteString } from "./fields.ts";
import { type SigningKey, sign } from "./sign.ts";

interface RequestSignerOptions {
  /** The service's public origin, which serves its key directory. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const LIFETIME_SECONDS = 60;
const LABEL = "sig1";

/**
 * Signs a request (Web Bot Auth). Returns the headers Signature-Agent, Signature-Input and
 * Signature. They are valid for a minute.
 */
export async function signRequest(
  { method, url }: { readonly method: string; readonly url: string },
  key: SigningKey,
  { origin, now }: RequestSignerOptions,
): Promise<Record<string, string>> {
  const created = Math.floor(now / 1000);
  const signatureAgent = `${LABEL}=${quoteString(`${origin}${DIRECTORY_PATH}`)}`;
  const message = {
    method,
    targetUri: url,
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
  return { "signature-agent": signatureAgent, "signature-input": input, signature };
}
