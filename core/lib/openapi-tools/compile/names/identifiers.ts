import { requireValue } from "../../../kit/require-value.ts";
import { singular, snake } from "./naming.ts";

/** The words by which parameters that identify something end, with what they mean. */
const LABELS: Readonly<Record<string, string>> = {
  id: "ID",
  ids: "IDs",
  gid: "ID",
  iid: "ID",
  sid: "SID",
  uid: "ID",
  uri: "URI",
  arn: "ARN",
  guid: "ID",
  uuid: "ID",
  key: "Key",
  slug: "Slug",
  number: "Number",
  name: "Name",
  login: "Login",
  code: "Code",
  handle: "Handle",
  identifier: "ID",
};

/** Nouns that don't say what is identified. */
const VAGUE = new Set(["", "api", "item", "object", "resource", "entity", "me", "external"]);

interface IdentifierContext {
  /** Elsewhere, a name or a number is rarely that of something that exists. */
  readonly isInPath: boolean;
  /** The singular of the step before a path parameter, or of the last step of the path. */
  readonly parent: string;
  /** Whether a tool of the app lists a noun. */
  readonly isListed: (noun: string) => boolean;
}

/**
 * What a parameter identifies: an `issue` for `issue_id`, `issueNumber`, for `id` after `/issues`,
 * and for `issue` in an app that lists issues. Returns undefined for parameters that don't seem to
 * identify anything.
 */
export function identifiedNoun(
  parameter: string,
  { isInPath, parent, isListed }: IdentifierContext,
): string | undefined {
  const { nouns, labels } = splitName(parameter);
  if (!isInPath && labels.some((label) => !/(?:id|ids|arn|identifier)$/.test(label)))
    return undefined;
  const own = nouns.map(singular).join("_");
  if (labels.length === 0) return own !== "" && (own === parent || isListed(own)) ? own : undefined;
  const noun = VAGUE.has(own) ? parent : own;
  return VAGUE.has(noun) ? undefined : noun;
}

/** Describes a parameter that identifies a noun: `ID or slug of the project`. */
export function labelIdentifier(parameter: string, noun: string): string {
  const { labels } = splitName(parameter);
  const names = (labels.length > 0 ? labels : ["id", "name"]).map((label, index) => {
    const text = requireValue(LABELS[label], `the label ${label}`);
    return index === 0 ? text : text.replace(/^[A-Z](?=[a-z])/, lowerCase);
  });
  return `${names.join(" or ")} of the ${noun.replaceAll("_", " ")}`;
}

const lowerCase = (letter: string): string => letter.toLowerCase();

/** Splits `projectIdOrSlug` into the nouns `project` and the labels `id` and `slug`. */
function splitName(parameter: string): {
  readonly nouns: readonly string[];
  readonly labels: readonly string[];
} {
  const words = snake(parameter).split("_").filter(Boolean);
  const end = words.findLastIndex((word) => !Object.hasOwn(LABELS, word) && word !== "or") + 1;
  return {
    nouns: words.slice(0, end),
    labels: words.slice(end).filter((word) => word !== "or"),
  };
}
