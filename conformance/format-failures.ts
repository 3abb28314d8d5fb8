import type { Failure } from "./test-session.ts";

/** Formats failures for people. */
export const formatFailures = (failures: readonly Failure[]): string =>
  failures
    .map(({ subject, expected, received }) =>
      [
        subject,
        expected !== undefined && `  expected  ${expected}`,
        (expected !== undefined || received !== undefined) &&
          `  received  ${received ?? "nothing"}`,
      ]
        .filter(Boolean)
        .join("\n"),
    )
    .join("\n");
