import { setTimeout } from "node:timers/promises";
import type { Recorder } from "../recorder.ts";
import { createPlaceholder, PLACEHOLDER } from "./placeholder.ts";

type Method = (...args: readonly unknown[]) => unknown;

const MAX_DEPTH = 5;
/** How long a call may take to send its request, in milliseconds. */
const MAX_WAIT = 25;

const text = () => PLACEHOLDER;
const list = () => [PLACEHOLDER];
/** The arguments of the calls of a method, until one sends a request. */
const ATTEMPTS: readonly (readonly (() => unknown)[])[] = [
  Array.from({ length: 6 }, () => createPlaceholder),
  [text, ...Array.from({ length: 3 }, () => createPlaceholder)],
  [text, text, createPlaceholder, createPlaceholder],
  Array.from({ length: 6 }, () => text),
  [text, text, list, createPlaceholder],
  [],
];

/** Members that send nothing of the API, or that would end the walk. */
const SKIPPED =
  /^(?:constructor|client|instance|config|configuration|axios|interceptors|defaults|oauth2Manager|http|httpClient|requestClient|apiClient|basePath|set(?:Config|Token|Api|Access|Auth|Default|Base|Http|Server|Timeout).*|_.*|on|once|off|emit|request|fetch|then|toJSON|toString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toLocaleString|apply|call|bind|length|name|prototype|arguments|caller|autoPage.*|build(?:Request|URL)|withOptions|authHeaders|defaultHeaders|prepare.*|validate.*|destroy|poll|.*(?:AndPoll|Iterator)|waitFor.*|disconnect|stream|subscribe|listen.*)$/;

/** Calls each method that a client's objects have, with placeholders. */
export async function walkClient(client: unknown, recorder: Recorder): Promise<string[]> {
  const endpoints = new Set<string>();
  const seen = new Set<unknown>();
  const takeEndpoints = (): boolean => {
    const requests = recorder.take();
    for (const { method, url } of requests) endpoints.add(`${method} ${normalizePath(url)}`);
    return requests.length > 0;
  };
  const callMethod = async (owner: object, method: Method) => {
    for (const attempt of ATTEMPTS) {
      await settle(() =>
        method.apply(
          owner,
          attempt.map((create) => create()),
        ),
      );
      if (takeEndpoints()) return;
    }
  };
  const visit = async (owner: object, depth: number): Promise<void> => {
    if (seen.has(owner) || depth > MAX_DEPTH) return;
    seen.add(owner);
    for (const name of memberNames(owner)) {
      const member = readMember(owner, name);
      if (typeof member === "object" && member !== null) await visit(member, depth + 1);
      if (typeof member !== "function" || isClass(member)) continue;
      await callMethod(owner, member as Method);
      if (Object.keys(member).length > 0) await visit(member, depth + 1);
    }
  };
  await visit(client as object, 0);
  // Some clients wait before they send.
  await setTimeout(1_000);
  takeEndpoints();
  return [...endpoints].toSorted();
}

async function settle(call: () => unknown): Promise<void> {
  try {
    const result = call();
    await Promise.race([result, setTimeout(MAX_WAIT)]);
  } catch {
    // The response is empty, and placeholders are no valid arguments.
  }
}

function memberNames(owner: object): string[] {
  const names = new Set<string>();
  for (
    let holder: object | null = owner;
    holder !== null && holder !== Object.prototype && holder !== Function.prototype;
    holder = Object.getPrototypeOf(holder) as object | null
  )
    for (const name of Object.getOwnPropertyNames(holder)) names.add(name);
  return [...names].filter((name) => !SKIPPED.test(name));
}

function readMember(owner: object, name: string): unknown {
  try {
    return Reflect.get(owner, name);
  } catch {
    return undefined;
  }
}

const isClass = (value: object): boolean =>
  /^class\b/.test(Function.prototype.toString.call(value)) ||
  Object.getOwnPropertyNames(Reflect.get(value, "prototype") ?? {}).length > 1;

/** Writes placeholders, and arguments that the call lacked, as `{}`. */
const normalizePath = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.replace(/%(?![0-9a-f]{2})/gi, "%25"))
    .replaceAll(PLACEHOLDER, "{}")
    .replace(/\bundefined\b/g, "{}")
    .replace(/\/$/, "");
