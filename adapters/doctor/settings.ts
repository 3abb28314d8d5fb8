import type { InvalidSetting } from "../environment.ts";
import { settingNames } from "../settings/table.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** What is wrong with the settings, every one of them, and names that are nearly a setting's. */
export function checkSettings(
  environment: Readonly<Record<string, string | undefined>>,
  invalid: readonly InvalidSetting[],
  unreadable: string | undefined,
): Finding[] {
  const { set, mistyped } = settingNames(environment);
  const findings = invalid.map(({ message, hint }) => problem(message, hint));
  if (unreadable)
    findings.unshift(
      problem(unreadable, "Make it a text file that this user may read, or take it away."),
    );
  if (findings.length === 0)
    findings.push(
      ok(
        set.length > 0
          ? `The settings can be read: ${set.join(", ")}.`
          : "Nothing is set: the demo shop is served, for this machine.",
      ),
    );
  for (const { name, setting } of mistyped)
    findings.push(
      note(`${name} is no setting.`, `If it is meant for Jackfield, call it ${setting}.`),
    );
  return findings;
}
