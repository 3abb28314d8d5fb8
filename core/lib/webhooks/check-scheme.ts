import { isSignable } from "./challenge.ts";
import type { Handshake, WebhookScheme } from "./scheme.ts";

const NAMES = new Set(["body", "timestamp", "id", "url", "method", "form"]);

/**
 * Finds what makes a scheme unsafe. In particular, whoever knows an address chooses the challenges
 * that its secret signs, so each message must have a character that no challenge may have.
 *
 * @returns The faults as sentences, or an empty list.
 */
export function findSchemeFaults(scheme: WebhookScheme): readonly string[] {
  const { handshakes = [] } = scheme;
  return [
    ...findTemplateFaults(scheme),
    ...handshakes.flatMap((handshake) => findHandshakeFaults(scheme, handshake)),
  ];
}

function findTemplateFaults({ algorithm, signed, timestamp }: WebhookScheme): readonly string[] {
  if (algorithm === "token") return [];
  const template = signed ?? "{body}";
  const names = [...template.matchAll(/\{(\w*)\}/g)].map(([, name = ""]) => name);
  const faults = names
    .filter((name) => !NAMES.has(name))
    .map((name) => `The signed text has an unknown part {${name}}.`);
  if (!names.includes("body") && !names.includes("form"))
    faults.push("The signed text doesn't contain the body.");
  if (timestamp && timestamp.pointer === undefined && !names.includes("timestamp"))
    faults.push("The signed text doesn't contain the timestamp.");
  return faults;
}

function findHandshakeFaults(scheme: WebhookScheme, handshake: Handshake): readonly string[] {
  if (handshake.kind !== "hmac") return [];
  const faults: string[] = [];
  if ((handshake.pointer === undefined) === (handshake.parameter === undefined))
    faults.push("A signed challenge is either a member of the body or a parameter.");
  if (!scheme.algorithm.startsWith("hmac-"))
    faults.push(`A scheme with ${scheme.algorithm} has no secret that can sign a challenge.`);
  if (![...messageCharacters(scheme)].some((character) => !isSignable(character)))
    faults.push("A challenge could be a message, so the secret must not sign it.");
  return faults;
}

/** Characters that every message of a scheme contains. */
function messageCharacters({ signed = "{body}", body }: WebhookScheme): string {
  const literals = signed.replace(/\{\w*\}/g, "");
  const ofUrl = signed.includes("{url}") ? "://" : "";
  const ofBody = signed.includes("{body}") && body === "object" ? "{}" : "";
  return literals + ofUrl + ofBody;
}
