import {
  type Item,
  isInnerList,
  type Parameters,
  readDictionary,
  readString,
  Token,
} from "./fields.ts";

/** The default path of an origin's key directory. */
export const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";

/** The agent that a signature claims to be from. */
export interface Agent {
  /** The URL of the key directory. */
  readonly directory: string;
  /** The normalized URL of the key directory without its query. It identifies the agent. */
  readonly identity: string;
  readonly host: string;
}

/**
 * Why a signature identifies no agent. `UNVERIFIED_REASONS` and `INVALID_REASONS` explain the
 * codes.
 */
type AgentError = "no_agent" | "agent_not_covered" | "bad_agent" | "unknown_agent_type";

/**
 * Returns the agent that a signature names. That is the covered member of `Signature-Agent` with
 * the signature's label, else the only covered member. In the first drafts it is the whole field.
 * Members that the signature doesn't cover are ignored, because anyone can add them.
 */
export function parseAgent(
  field: string | null,
  label: string,
  components: readonly Item[],
): Agent | AgentError {
  if (field === null) return "no_agent";
  const agentComponents = components.filter(
    ([name, parameters]) => name === "signature-agent" && !parameters.has("req"),
  );
  const bareValue = readString(field);
  if (bareValue !== undefined)
    return agentComponents.some(([, parameters]) => coversWholeField(parameters))
      ? agentFromUrl(bareValue, true)
      : "agent_not_covered";
  const members = readDictionary(field);
  if (!members || members.size === 0) return "bad_agent";
  const keys = agentComponents.flatMap(([, parameters]) =>
    coversWholeField(parameters) ? [...members.keys()] : [parameters.get("key")],
  );
  const soleKey = new Set(keys).size === 1 ? keys[0] : undefined;
  const key = keys.includes(label) ? label : soleKey;
  if (key === undefined) return "agent_not_covered";
  const member = members.get(String(key));
  if (!member || isInnerList(member) || typeof member[0] !== "string") return "bad_agent";
  const type = member[1].get("type");
  const isKnownType =
    member[1].size === 0 ||
    (member[1].size === 1 &&
      type instanceof Token &&
      ["directory", "jwks_uri"].includes(type.toString()));
  return isKnownType
    ? agentFromUrl(member[0], type?.toString() !== "jwks_uri")
    : "unknown_agent_type";
}

/**
 * Returns whether a component covers the whole field: as it is, serialized strictly (`sf`) or as
 * bytes (`bs`).
 */
const coversWholeField = (parameters: Parameters): boolean =>
  parameters.size === 0 ||
  (parameters.size === 1 && (parameters.get("sf") === true || parameters.get("bs") === true));

const MAX_LENGTH = 500;

function agentFromUrl(text: string, mayBeOrigin: boolean): Agent | AgentError {
  const url = text.length <= MAX_LENGTH && /^https:\/\//i.test(text) ? URL.parse(text) : undefined;
  if (
    url?.protocol !== "https:" ||
    url.username ||
    url.password ||
    url.port ||
    url.hash ||
    !url.hostname.includes(".")
  )
    return "bad_agent";
  if (mayBeOrigin && url.pathname === "/" && !url.search) url.pathname = DIRECTORY_PATH;
  const identity = `${url.origin}${normalizePath(url.pathname)}`;
  return { directory: identity + url.search, identity, host: url.host };
}

/**
 * Normalizes percent-encoding (RFC 3986 §6.2.2): decodes unreserved characters and writes other
 * codes in upper case.
 */
const normalizePath = (path: string): string =>
  path.replaceAll(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[A-Za-z\d\-._~]/.test(character) ? character : code.toUpperCase();
  });
