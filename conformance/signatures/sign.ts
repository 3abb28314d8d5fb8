import { AGENT_URL } from "./directories.ts";
import { AGENT_KEY, type SuiteKey } from "./keys.ts";

/** How to sign a request. The defaults follow the standard. */
export interface SigningOptions {
  readonly key?: SuiteKey;
  readonly label?: string;
  /** The value of Signature-Agent. `null` omits the header. */
  readonly agent?: string | null;
  /** The covered components, as in Signature-Input. */
  readonly components?: readonly string[];
  /** Values that override those of covered components. */
  readonly values?: Readonly<Record<string, string>>;
  /** Overrides of the required parameters, in their order. Times are in seconds from now. */
  readonly created?: number;
  readonly expires?: number;
  readonly parameters?: string;
  /** Additional parameters. */
  readonly extraParameters?: string;
}

/** The value of Signature-Agent for a URL. */
export const signatureAgent = (url: string, label = "sig1") => `${label}="${url}"`;
/** The component identifier that covers that value. */
export const agentComponent = (label = "sig1") => `"signature-agent";key="${label}"`;

/** Returns the headers that sign a request. It shares no code with the core. */
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
