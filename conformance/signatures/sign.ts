import { AGENT_URL } from "./directories.ts";
import { AGENT_KEY, type SuiteKey } from "./keys.ts";

/** How a request is signed; by default as the standard would have it. */
export interface SigningOptions {
  readonly key?: SuiteKey;
  readonly label?: string;
  /** Signature-Agent, as it is sent; none where it is `null`. */
  readonly agent?: string | null;
  /** What is covered, as Signature-Input says it. */
  readonly components?: readonly string[];
  /** The values of components that are not what they are by default. */
  readonly values?: Readonly<Record<string, string>>;
  /** Instead of the parameters that are needed, in their order; seconds are from now. */
  readonly created?: number;
  readonly expires?: number;
  readonly parameters?: string;
  /** More parameters. */
  readonly extraParameters?: string;
}

/** The URL of an agent as Signature-Agent names it. */
export const signatureAgent = (url: string, label = "sig1") => `${label}="${url}"`;
/** The component that covers it. */
export const agentComponent = (label = "sig1") => `"signature-agent";key="${label}"`;

/** The headers that sign a request, put together here and not by the core. */
export function signRequest(
  target: string,
  signing: SigningOptions = {},
  method = "GET",
): Record<string, string> {
  const {
    key = AGENT_KEY,
    label = "sig1",
    agent = signatureAgent(AGENT_URL, label),
    components = ['"@authority"', agentComponent(label)],
    created = 0,
    expires = 60,
    extraParameters = "",
  } = signing;
  const now = Math.floor(Date.now() / 1000);
  const { host, pathname, search } = new URL(target);
  const parameters =
    signing.parameters ??
    `;created=${now + created};expires=${now + expires};keyid="${key.id}";tag="web-bot-auth"`;
  const member = agent?.replace(/^[a-z0-9]+=/, "") ?? "";
  const values: Record<string, string> = {
    '"@authority"': host,
    '"@target-uri"': target,
    '"@method"': method,
    '"@path"': pathname,
    '"@query"': search || "?",
    '"signature-agent"': agent ?? "",
    [agentComponent(label)]: member,
    ...signing.values,
  };
  const params = `(${components.join(" ")})${parameters}${extraParameters}`;
  const base = [
    ...components.map((component) => `${component}: ${values[component] ?? ""}`),
    `"@signature-params": ${params}`,
  ].join("\n");
  return {
    ...(agent !== null && { "signature-agent": agent }),
    "signature-input": `${label}=${params}`,
    signature: `${label}=:${key.sign(base).toString("base64")}:`,
  };
}
