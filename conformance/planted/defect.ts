import type { Answered, Asking, Target } from "../targets/target.ts";

/** A fault put into a sound service on purpose, and the check that must notice it. */
export interface Defect {
  readonly defect: string;
  /** What is asked, ` › `, and what the case says: the cell that must fail. */
  readonly red: string;
  /** `http` by default. */
  readonly caller?: "http" | "mcp 2025-11-25" | "mcp 2026-07-28";
  /** What the complaint must say. */
  readonly says: RegExp;
  /** The answer as the defect has it; nothing where it changes nothing. */
  plant(
    answer: Answered,
    asking: Asking,
    sound: Target,
  ): Partial<Answered> | undefined | Promise<Partial<Answered> | undefined>;
}

/** The sound target with the defect in it. */
export const defective = (sound: Target, { plant }: Pick<Defect, "plant">): Target => ({
  ...sound,
  async ask(asking) {
    const answer = await sound.ask(asking);
    return { ...answer, ...(await plant(answer, asking, sound)) };
  },
  close: async () => {},
});

/** Other words in the body, with the length to go with them. */
export function saying(answer: Answered, text: string): Partial<Answered> {
  const bytes = new TextEncoder().encode(text);
  return {
    text,
    bytes,
    headers: {
      ...answer.headers,
      ...(answer.headers["content-length"] && { "content-length": String(bytes.length) }),
    },
  };
}

/** The JSON of the body, changed. */
export function edited(
  answer: Answered,
  change: (body: any) => void,
): Partial<Answered> | undefined {
  if (!/json/.test(answer.headers["content-type"] ?? "")) return undefined;
  const body = JSON.parse(answer.text);
  change(body);
  return saying(answer, JSON.stringify(body));
}

/** A header more, or other; `undefined` takes it away. */
export function headed(
  answer: Answered,
  change: Readonly<Record<string, string | undefined>>,
): Partial<Answered> {
  const headers = { ...answer.headers, ...change };
  return {
    headers: Object.fromEntries(
      Object.entries(headers).filter(([, value]) => value !== undefined),
    ) as Record<string, string>,
  };
}

/** Whether a path, with its query, is asked. */
export const at = (asking: Asking, path: string): boolean => asking.path.startsWith(path);
