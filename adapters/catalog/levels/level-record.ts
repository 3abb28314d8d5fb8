import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { textBefore } from "../../../core/lib/kit/text/text-before.ts";
import type { ToolCheck } from "../../../core/lib/openapi-tools/index.ts";
import { EXCEPTION_LENGTH, LISTED_LENGTH, SUM_LENGTH } from "./keys.ts";

const keysOf = (length: number) =>
  z.string().regex(new RegExp(`^(?:[A-Za-z0-9+/]{${length}})+$`), `needs keys of ${length}`);
const byApp = (length: number) =>
  z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.record(z.string(), keysOf(length)));

/** A level, and the client with its version or the example with its date. */
const claim = z
  .string()
  .regex(
    /^(?:(?:matches_client|known_endpoint|refuted) (?:\*|(?:@[\w.-]+\/)?[\w.-]+@\d[\w.-]*)|(?:matches_example|refuted) https:\/\/\S+ \d{4}-\d\d-\d\d)$/,
    "a claim needs a level with a client or an example",
  );

const entrySchema = z.strictObject({
  claims: z.array(claim).min(1),
  listed: byApp(LISTED_LENGTH).optional(),
  most: z
    .record(z.string(), z.array(z.string().regex(/^[a-z][a-z0-9_]*(?:\.[a-z]+)?$/)).min(1))
    .optional(),
  except: byApp(EXCEPTION_LENGTH).optional(),
  sums: z
    .strictObject({
      divisions: z.int().min(1).max(4),
      groups: z.int().min(1),
      seed: z.int().min(0),
      text: keysOf(SUM_LENGTH),
    })
    .optional(),
});

/**
 * The checked tools of a vendor. `claims` has what was found: a level, and the client or the example.
 * `*` is the client that the tool's facts come from. The other members refer to claims by number, and
 * `-` stands for no claim.
 *
 * - `listed` has the key of each tool, by app and claim.
 * - `most` has the apps most of whose tools have a claim. `aws_` stands for the apps whose IDs begin
 *   so, and `google.com` for those of a vendor, except for apps that the entry names.
 * - `except` has the names of their other tools, by app and claim.
 * - `sums` show which tools of apps in `most` are unchanged.
 */
export type LevelEntry = z.infer<typeof entrySchema>;

/** The entries by vendor. */
export type LevelRecord = Readonly<Record<string, LevelEntry>>;

export type Level = ToolCheck["level"];

/** The level that a claim states. */
export const levelOf = (claim: string): Level => textBefore(claim, " ") as Level;

/** Stands for no claim in place of the number of one. */
export const NO_CLAIM = "-";

/** The record of all checks. `npm run conformance -- vendors --record` writes it. */
export const LEVELS_FILE = fileURLToPath(new URL("./levels.json", import.meta.url));

/** The text of the record, on which compiled catalogs depend. */
export const readLevelText = (): string => readFileSync(LEVELS_FILE, "utf8");

/** Parses the record. Throws an Error that names the vendor of a malformed entry. */
export function parseLevels(text: string): LevelRecord {
  const record = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  return Object.fromEntries(
    Object.entries(record).map(([vendor, entry]) => {
      const parsed = entrySchema.safeParse(entry);
      const fault = parsed.success ? findFault(parsed.data) : parsed.error.issues[0]?.message;
      if (!parsed.success || fault !== undefined)
        throw new Error(`levels.json: the entry of ${vendor} is malformed: ${fault}.`);
      return [vendor, parsed.data];
    }),
  );
}

/** Finds a reference to a claim that doesn't exist, and missing or superfluous sums. */
function findFault({ claims, listed, most, except, sums }: LevelEntry): string | undefined {
  const numbers = [
    ...Object.keys(most ?? {}),
    ...[...Object.values(listed ?? {}), ...Object.values(except ?? {})].flatMap(Object.keys),
  ].filter((number) => number !== NO_CLAIM);
  const unknown = numbers.find((number) => claims[Number(number)] === undefined);
  if (unknown !== undefined) return `claim ${unknown} doesn't exist`;
  const length = sums ? sums.divisions * sums.groups * SUM_LENGTH : 0;
  if ((most !== undefined) !== (sums !== undefined) || (sums?.text.length ?? 0) !== length)
    return "the sums are incomplete";
  return undefined;
}

/** Formats the record with one line for each vendor, so that changes of two vendors merge. */
export const formatLevels = (record: LevelRecord): string =>
  `{\n${Object.keys(record)
    .toSorted()
    .map((vendor) => `${JSON.stringify(vendor)}:${JSON.stringify(record[vendor])}`)
    .join(",\n")}\n}\n`;
