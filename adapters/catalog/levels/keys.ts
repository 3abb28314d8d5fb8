import { createHash } from "node:crypto";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import { fingerprint } from "../../../core/lib/openapi-tools/compile/index.ts";
import type { AppRecord, ToolCard, ToolRecord } from "../../../core/lib/openapi-tools/index.ts";
import { findServiceFacts } from "../aws/facts.ts";

/** A tool, and a hash of everything that its requests depend on. */
export interface ToolState {
  readonly name: string;
  readonly state: string;
  /** The client that the tool's facts come from, if it has any: `@aws-sdk/client-iam@3.1124.0`. */
  readonly client?: string | undefined;
}

/** An app with the states of its tools, sorted by name. */
export interface AppState {
  readonly vendor: string;
  readonly tools: readonly ToolState[];
}

/** Lengths in characters of 6 bits. */
export const LISTED_LENGTH = 4;
export const EXCEPTION_LENGTH = 3;
export const SUM_LENGTH = 4;

/**
 * Computes the states of an app's tools. Besides the tool's version, requests depend on the app's
 * base URL, its headers, and where its credentials go.
 */
export function createAppState(
  { vendor, base, headers, idempotencyHeader, methods, source }: AppRecord,
  tools: readonly Pick<ToolRecord, "name" | "version">[],
  cards: readonly Pick<ToolCard, "document">[],
): AppState {
  const app = JSON.stringify([
    base,
    headers,
    idempotencyHeader,
    methods.map(({ id, type, placements, signingName, signingRegion }) => [
      id,
      type,
      placements,
      signingName,
      signingRegion,
    ]),
  ]);
  return {
    vendor,
    tools: tools.map(({ name, version }, index) => {
      const client = findServiceFacts(cards[index]?.document ?? source.document)?.client;
      return {
        name,
        state: fingerprint(`${version} ${app}`),
        ...(client !== undefined && { client }),
      };
    }),
  };
}

/** The key of a tool in `listed`. It differs as soon as the tool does. */
export const listedKey = ({ name, state }: ToolState, claim: string): string =>
  digest(`${name} ${state} ${claim}`).toString("base64").slice(0, LISTED_LENGTH);

export interface Divisions {
  /** Each tool belongs to one group of each division. At most 4. */
  readonly divisions: number;
  /** The number of groups in a division. */
  readonly groups: number;
  readonly seed: number;
}

/** The key of a tool's name in `except`. */
export const exceptionKey = (name: string, seed: number): string =>
  digest(`${seed} ${name}`).toString("base64").slice(0, EXCEPTION_LENGTH);

/** The group of a tool in each division. */
export function placeTool(name: string, { divisions, groups, seed }: Divisions): readonly number[] {
  const bytes = digest(`${seed} ${name}`);
  return Array.from(
    { length: divisions },
    (_, index) => index * groups + (bytes.readUInt32LE(8 + 4 * index) % groups),
  );
}

/** A tool with what was found: `matches_client stripe@23.1.0`. */
export interface ClaimedTool extends ToolState {
  readonly claim: string;
}

/** Computes the sums of all groups of tools with claims. */
export function computeSums(
  tools: readonly ClaimedTool[],
  divisions: Divisions,
): readonly string[] {
  const length = divisions.divisions * divisions.groups;
  const texts: string[][] = Array.from({ length }, () => []);
  for (const { name, state, claim } of tools)
    for (const group of placeTool(name, divisions))
      requireValue(texts[group], "a group of tools").push(`${name} ${state} ${claim}`);
  return texts.map((lines) =>
    digest(lines.toSorted().join("\n")).toString("base64").slice(0, SUM_LENGTH),
  );
}

/** Splits keys of one length. */
export const splitKeys = (text: string, length: number): readonly string[] =>
  Array.from({ length: text.length / length }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
