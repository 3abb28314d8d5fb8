import { META_PREFIX } from "./eras.ts";
import { ERROR_CODES, type RequestMeta, type RpcFailure } from "./message.ts";
import type { ToolResult } from "./tool-result.ts";

/**
 * A page that the user has to open. The client asks the user and opens it, so that the model never
 * has to repeat a URL (URL-mode elicitation, MCP 2026-07-28).
 */
export interface LinkRequest {
  /** What the page is for, as a sentence for the user. */
  readonly message: string;
  readonly url: string;
}

/** The params of a tools/call request besides the arguments. */
export interface ToolRequest {
  readonly meta: RequestMeta;
  /** The answers to the requests of an `input_required` result, as the client sent them. */
  readonly inputResponses?: unknown;
  /** The state that the `input_required` result had. */
  readonly requestState?: unknown;
}

/** What the user did with a link. */
interface LinkAnswer {
  readonly action: "accept" | "decline" | "cancel";
  /** The output that the tool had before the user opened the link. Absent: the tool didn't run. */
  readonly output?: Readonly<Record<string, unknown>> | undefined;
}

/** The name of the only request in an `input_required` result. */
const LINK = "link";

/**
 * Returns whether the client opens links for its user. Only the stateless revisions say so in each
 * request; 2025-11-25 says it once in `initialize`, which this server doesn't remember.
 */
export function opensLinks(meta: RequestMeta): boolean {
  if (meta[`${META_PREFIX}protocolVersion`] === undefined) return false;
  const capabilities = meta[`${META_PREFIX}clientCapabilities`];
  return asObject(asObject(asObject(capabilities)?.["elicitation"])?.["url"]) !== undefined;
}

/**
 * Creates the result that asks the client to open a link and to repeat the call. `output` is what
 * the tool has returned; the client stores it, because this server is stateless.
 */
export const linkRequired = ({ message, url }: LinkRequest, output?: unknown): ToolResult => ({
  content: [],
  resultType: "input_required",
  inputRequests: {
    [LINK]: { method: "elicitation/create", params: { mode: "url", message, url } },
  },
  requestState: JSON.stringify(output ?? null),
});

/**
 * Returns the answer of a repeated call. Undefined for a first call. Throws an `RpcFailure` if the
 * answer or the state isn't what this server asked for.
 */
export function readLinkAnswer({
  inputResponses,
  requestState,
}: ToolRequest): LinkAnswer | undefined {
  if (inputResponses === undefined) return undefined;
  const action = asObject(asObject(inputResponses)?.[LINK])?.["action"];
  if (action !== "accept" && action !== "decline" && action !== "cancel")
    throw invalidParams(`params.inputResponses.${LINK}.action must be accept, decline or cancel.`);
  return { action, output: parseState(requestState) };
}

function parseState(state: unknown): LinkAnswer["output"] {
  if (state === undefined) return undefined;
  try {
    const output: unknown = JSON.parse(String(state));
    if (output === null) return undefined;
    const object = asObject(output);
    if (object) return object;
  } catch {}
  throw invalidParams("params.requestState must be that of the result that asked for the input.");
}

/** The result of a call whose link the user didn't open. */
export const linkNotOpened = (action: "decline" | "cancel"): ToolResult => ({
  content: [
    {
      type: "text",
      text:
        action === "decline"
          ? "The user declined to open the page. Ask the user before you try again."
          : "The user closed the question about the page without an answer.",
    },
  ],
  isError: true,
});

const asObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

const invalidParams = (message: string): RpcFailure => ({
  code: ERROR_CODES.invalidParams,
  message,
});
