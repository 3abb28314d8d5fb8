import {
  type Item,
  isInnerList,
  type Parameters,
  readDictionary,
  readString,
  Token,
} from "./fields.ts";

/** Where the keys of an origin are, if nothing else is said. */
export const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";

/** Who says to have signed: an address to fetch keys from, and what it is known by once they fit. */
export interface Agent {
  /** What is fetched. */
  readonly directory: string;
  /** The same, normalized, without its query. */
  readonly identity: string;
  readonly host: string;
}

/** Why a signature names no one: nobody is named, not by a signed member, not by an https URL, or in a way that is not known. */
export type AgentError = "no_agent" | "agent_not_covered" | "bad_agent" | "unknown_agent_type";

/**
 * The agent that a signature names: the member of `Signature-Agent` that it covers, its own label's first, or the whole
 * field, as the first drafts had it. Only what is covered counts: anyone could have written the rest.
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
  const key = keys.includes(label) ? label : new Set(keys).size === 1 ? keys[0] : undefined;
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

/** As it stands, as its type has it written, or its bytes: all of it in any case. */
const coversWholeField = (parameters: Parameters): boolean =>
  parameters.size === 0 ||
  (parameters.size === 1 && (parameters.get("sf") === true || parameters.get("bs") === true));

const MAX_LENGTH = 500;

function agentFromUrl(text: string, mayBeOrigin: boolean): Agent | AgentError {
  const url = text.length <= MAX_LENGTH && /^https:\/\//i.test(text) ? URL.parse(text) : undefined;
  if (
    !url ||
    url.protocol !== "https:" ||
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

/** RFC 3986 §6.2.2: what needs no percent-encoding has none, and the rest is written in one way. */
const normalizePath = (path: string): string =>
  path.replaceAll(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[A-Za-z\d\-._~]/.test(character) ? character : code.toUpperCase();
  });
