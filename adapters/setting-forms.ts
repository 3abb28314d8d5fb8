import { z } from "zod";

/** A whole number. */
export function number(least: number, most: number) {
  const error = ({ input }: { input?: unknown }) => `is ${String(input)}: it must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
}

/** Things with commas between. */
export function list(form: RegExp, what: string) {
  return z.string().transform((text, { addIssue }) => {
    const items = text.split(",").map((item) => item.trim()).filter(Boolean);
    for (const item of items) if (!form.test(item)) addIssue(`has ${item}, which is not ${what}`);
    return items;
  });
}

/** Whether a text is a URL of the web. */
export const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
