import { findNearest } from "../../core/lib/kit/find-nearest.ts";
import { COMMERCE_SETTINGS } from "./commerce.ts";
import { FORMER_NAMES } from "./former-names.ts";
import { PLATFORM_SETTINGS } from "./platform.ts";
import type { Setting } from "./schemas.ts";
import { SHARED_SETTINGS } from "./shared.ts";
import { SITE_SETTINGS } from "./site.ts";

/** All settings, by the name of their environment variable. */
export const SETTINGS = {
  ...SITE_SETTINGS,
  ...COMMERCE_SETTINGS,
  ...PLATFORM_SETTINGS,
  ...SHARED_SETTINGS,
};

/** Unknown variables with these prefixes are errors. */
export const OWN_PREFIX = /^(SITE|PLATFORM|CATALOG|OUTBOUND|SECRETS)_/;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the settings that an environment sets, and the variables whose names resemble a setting.
 */
export function settingNames(environment: Environment): {
  set: string[];
  mistyped: { name: string; setting: string }[];
} {
  const names = Object.keys(environment).filter(
    (name) => environment[name] !== "" && environment[name] !== undefined,
  );
  const mistyped = names
    .filter((name) => !(name in SETTINGS) && !(name in FORMER_NAMES) && !OWN_PREFIX.test(name))
    .flatMap((name) => {
      const setting = findNearest(name.toUpperCase(), Object.keys(SETTINGS));
      return setting === undefined ? [] : [{ name, setting }];
    });
  return { set: names.filter((name) => name in SETTINGS).sort(), mistyped };
}

/** Returns the settings as lines of help text. */
export function settingsHelp(): string {
  return Object.entries(SETTINGS)
    .map(([name, setting]) => {
      const { value, help, default: fallback } = setting as Setting;
      const line = `  ${`${name}=${value}`.padEnd(25)} ${help}`;
      return fallback === undefined ? line : `${line} Default: ${fallback}.`;
    })
    .join("\n");
}
