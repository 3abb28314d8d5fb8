import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { createRate, type Rate } from "../../core/index.ts";

/** A whole number. */
export function integer(min: number, max: number) {
  const error = ({ input }: { input?: unknown }) =>
    `is ${String(input)}: it must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

/** Things with commas between. */
export function list(pattern: RegExp, expected: string) {
  return z.string().transform((text, { addIssue }) => {
    const items = text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
    for (const item of items)
      if (!pattern.test(item)) addIssue(`has ${item}, which is not ${expected}`);
    return items;
  });
}

/** Whether a text is a URL of the web. */
export const isHttpUrl = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** What is said of what should be a URL of the web. */
export const explainNotUrl = ({ input }: { input?: unknown }) =>
  `is ${String(input)}, which is no http or https URL`;

export const ON_OFF = z.enum(["on", "off"], {
  error: ({ input }) => `is ${input}: it is on or off`,
});

/** Where something is in public: scheme, host and port alone. */
export const ORIGIN = z.string().transform((text, { addIssue }) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    addIssue(`is ${text}, which is no http or https URL`);
  else if (url.href !== `${url.origin}/`)
    addIssue(`is ${text}: it must be an origin alone, such as ${url.origin}`);
  return url?.origin ?? text;
});

/** Host names, with or without ports. */
export const HOSTS = list(/^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i, "a host name");

/** Requests in seconds, and how many at once; or off. */
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
      `is ${text}: it is off, or requests/seconds such as 60/60, or requests/seconds/burst such as 60/60/20`,
    );
  return isRate ? createRate(quota, seconds, burst) : undefined;
});

/** A folder, which need not be there yet. */
export const FOLDER = z.string().transform((path, { addIssue }) => {
  const absolutePath = resolve(path);
  const stats = statSync(absolutePath, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) addIssue(`is ${path}, which is a file, not a folder`);
  return absolutePath;
});
