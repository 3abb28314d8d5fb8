import type { Complaint } from "./run.ts";

/** Complaints as a person reads them. */
export const explained = (complaints: readonly Complaint[]): string =>
  complaints
    .map(({ what, expected, received }) =>
      [
        what,
        expected !== undefined && `  expected  ${expected}`,
        (expected !== undefined || received !== undefined) &&
          `  received  ${received ?? "nothing"}`,
      ]
        .filter(Boolean)
        .join("\n"),
    )
    .join("\n");
