import type { InvalidSetting } from "../../config/invalid-setting.ts";
import { settingNames } from "../../config/table.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";

/** Reports every invalid setting, and variables whose names resemble a setting. */
export function checkSettings(
  environment: Readonly<Record<string, string | undefined>>,
  invalid: readonly InvalidSetting[],
  unreadable: string | undefined,
): Finding[] {
  const { set, mistyped } = settingNames(environment);
  const findings = invalid.map(({ message, hint }) => problem(message, hint));
  if (unreadable)
    findings.unshift(
      problem(unreadable, "Make it a text file that this user can read, or delete it."),
    );
  if (findings.length === 0)
    findings.push(
      ok(
        set.length > 0
          ? `The settings are valid: ${set.join(", ")}.`
          : "No settings are set, so Jackfield serves the demo shop on this machine only.",
      ),
    );
  for (const { name, setting } of mistyped)
    findings.push(
      note(`${name} is not a setting.`, `If it is for Jackfield, rename it to ${setting}.`),
    );
  return findings;
}
