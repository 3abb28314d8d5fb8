import { PROVIDERS } from "../payments/providers.ts";
import type { InvalidSetting } from "./settings.ts";
import type { Environment } from "./table.ts";

/**
 * Reports settings that exclude or require each other. `parsed` has the values of the valid
 * settings.
 */
export function findConflicts(
  parsed: Readonly<Record<string, unknown>>,
  environment: Environment,
): InvalidSetting[] {
  const isUnset = (name: string) => !environment[name];
  const conflicts: InvalidSetting[] = [];
  for (const { settings, selectedBy } of PROVIDERS) {
    for (const name of Object.keys(settings)) {
      if (name in parsed && isUnset(selectedBy))
        conflicts.push({ name, message: `${name} is set, but ${selectedBy} is not.` });
    }
  }
  const [first, second] = PROVIDERS.filter(({ selectedBy }) => selectedBy in parsed);
  if (first && second)
    conflicts.push({
      name: second.selectedBy,
      message: `${first.selectedBy} and ${second.selectedBy} are mutually exclusive.`,
    });
  if ("SITE_SECURITY_POLICY" in parsed && isUnset("SITE_SECURITY_CONTACT"))
    conflicts.push({
      name: "SITE_SECURITY_POLICY",
      message: "SITE_SECURITY_POLICY is set, but SITE_SECURITY_CONTACT is not.",
    });
  if ("SITE_ORIGIN" in parsed && "SITE_CONTENT" in parsed)
    conflicts.push({
      name: "SITE_ORIGIN",
      message: "SITE_ORIGIN and SITE_CONTENT are mutually exclusive.",
    });
  if ("SITE_ORIGIN" in parsed && parsed["SITE_ORIGIN"] === parsed["SITE_URL"])
    conflicts.push({
      name: "SITE_ORIGIN",
      message: `SITE_ORIGIN and SITE_URL are both ${String(parsed["SITE_ORIGIN"])}, so the reverse proxy would forward to itself.`,
    });
  if ("SITE_ORIGIN_HOST" in parsed && isUnset("SITE_ORIGIN"))
    conflicts.push({
      name: "SITE_ORIGIN_HOST",
      message: "SITE_ORIGIN_HOST is set, but SITE_ORIGIN is not.",
    });
  if ("SITE_PRODUCTS" in parsed && first)
    conflicts.push({
      name: "SITE_PRODUCTS",
      message: `SITE_PRODUCTS and ${first.selectedBy} are mutually exclusive.`,
      hint: `Unset SITE_PRODUCTS to sell your ${first.label} prices, or ${first.selectedBy} to use the sandbox.`,
    });
  if (parsed["SITE"] === "off" && parsed["PLATFORM"] === "off")
    conflicts.push({
      name: "PLATFORM",
      message: "SITE and PLATFORM are both off, so there is nothing to serve.",
    });
  return conflicts;
}
