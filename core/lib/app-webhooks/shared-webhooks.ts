import { parsePointer, resolvePointer } from "../kit/json/json-pointer.ts";
import type { AppEventType } from "./app-webhooks.ts";

/**
 * The events of an app that sends those of all connections of an OAuth client to one address. The
 * types have no arguments.
 */
export interface SharedWebhooks {
  /** The name of the signature scheme. */
  readonly scheme: string;
  readonly types: readonly AppEventType[];
  readonly routing: WebhookRouting;
}

/** How an event finds the connections that it belongs to: both have the same text. */
export interface WebhookRouting {
  /** A JSON Pointer into an event. The step `*` stands for each item of a list. */
  readonly event: string;
  /**
   * A JSON Pointer into an event to a value that must be true, if not all events are for every
   * connection with the same text.
   */
  readonly when?: string | undefined;
  /** Where the response of the token endpoint has the text of the connection: a JSON Pointer. */
  readonly token?: string | undefined;
  /** A request with the new token whose response has it. Sent if the token's response hasn't. */
  readonly request?: { readonly path: string; readonly pointer: string } | undefined;
  /** A JSON Pointer to the signing secret in the first request of the app, if it sends one. */
  readonly secret?: string | undefined;
}

const MAX_ROUTES = 100;
const MAX_LENGTH = 200;

/** Reads a text or a number that identifies an account at an app. */
export const readRoute = (document: unknown, pointer: string): string | undefined =>
  toRoute(resolvePointer(document, pointer));

/** Returns whether an event is for every connection to which its text leads. */
export const isForConnections = (event: unknown, { when }: WebhookRouting): boolean =>
  when === undefined || resolvePointer(event, when) === true;

/** Reads the texts that identify the connections of an event. */
export function readRoutes(event: unknown, pointer: string): readonly string[] {
  const values = parsePointer(pointer).reduce<readonly unknown[]>(
    (found, step) =>
      found.flatMap((value) => {
        if (step === "*") return Array.isArray(value) ? value : [];
        return [resolvePointer(value, `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`)];
      }),
    [event],
  );
  const routes = values.map(toRoute).filter((route) => route !== undefined);
  return [...new Set(routes)].slice(0, MAX_ROUTES);
}

function toRoute(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" && text.length <= MAX_LENGTH ? text : undefined;
}
