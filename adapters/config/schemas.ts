import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { createRate, type Rate } from "../../core/lib/kit/flow/rate.ts";

/** A setting without its schema. */
export interface Setting {
  /** A placeholder for the value, or the allowed values separated by `|`. */
  readonly value: string;
  /** One or more sentences. */
  readonly help: string;
  /** The default, without a period. Absent if the setting is unset by default. */
  readonly default?: string;
}

/** Creates the schema of the settings in a table. Each of them may be unset. */
export function settingsSchema<Table extends Readonly<Record<string, { schema: z.ZodType }>>>(
  table: Table,
) {
  const shape = Object.fromEntries(
    Object.entries(table).map(([name, { schema }]) => [name, schema.optional()]),
  );
  return z.object(shape as { [Name in keyof Table]: z.ZodOptional<Table[Name]["schema"]> });
}

/** An integer between `min` and `max`. */
export function integer(min: number, max: number) {
  const error = ({ input }: { input?: unknown }) =>
    `is "${String(input)}", but must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

/** A list separated by commas. `expected` describes an item: "an origin". */
export function list(pattern: RegExp, expected: string) {
  return z.string().transform((text, { addIssue }) => {
    const items = text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
    for (const item of items)
      if (!pattern.test(item)) addIssue(`contains "${item}", which is not ${expected}`);
    return items;
  });
}

/** Whether a text is an http or https URL. */
export const isHttpUrl = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The error message for a value that isn't an http or https URL. */
export const explainNotUrl = ({ input }: { input?: unknown }) =>
  `is "${String(input)}", which is not an http or https URL`;

export const ON_OFF = z.enum(["on", "off"], {
  error: ({ input }) => `is "${input}", but must be on or off`,
});

/** An origin: scheme, host and port. */
export const ORIGIN = z.string().transform((text, { addIssue }) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    addIssue(`is "${text}", which is not an http or https URL`);
  else if (url.href !== `${url.origin}/`)
    addIssue(`is "${text}", but must be an origin without a path, such as ${url.origin}`);
  return url?.origin ?? text;
});

/** Host names, with or without ports. */
export const HOSTS = list(/^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i, "a host name");

/** A rate limit: requests/seconds, optionally with a burst, or off. */
export const RATE = z.string().transform((text, { addIssue }): Rate | undefined => {
  const [quota = 0, seconds = 0, burst, ...extra] = text
    .split("/")
    .map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : 0));
  const isRate =
    quota > 0 &&
    seconds > 0 &&
    seconds <= 86_400 &&
    (burst === undefined || (burst > 0 && burst <= quota)) &&
    extra.length === 0;
  if (text !== "off" && !isRate)
    addIssue(
      `is "${text}", but must be off, requests/seconds such as 60/60, or requests/seconds/burst such as 60/60/20`,
    );
  return isRate ? createRate(quota, seconds, burst) : undefined;
});

/** A folder, which need not exist yet. */
export const FOLDER = z.string().transform((path, { addIssue }) => {
  const absolutePath = resolve(path);
  const stats = statSync(absolutePath, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) addIssue(`is "${path}", which is a file instead of a folder`);
  return absolutePath;
});
