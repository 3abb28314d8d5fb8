import { findNearest } from "../../core/lib/kit/text/find-nearest.ts";
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

/** The settings by what they are about, in the order of the help text. */
const GROUPS: readonly (readonly [title: string, settings: Readonly<Record<string, Setting>>])[] = [
  ["The site", SITE_SETTINGS],
  ["Selling on the site", COMMERCE_SETTINGS],
  ["The platform", PLATFORM_SETTINGS],
  ["Both", SHARED_SETTINGS],
];

/** Returns the settings as lines of help text, in groups. */
export const settingsHelp = (): string =>
  GROUPS.map(([title, settings]) => `${title}:\n${formatSettings(settings)}`).join("\n\n");

const formatSettings = (settings: Readonly<Record<string, Setting>>): string =>
  Object.entries(settings)
    .map(([name, { value, help, default: fallback }]) => {
      const line = `  ${`${name}=${value}`.padEnd(25)} ${help}`;
      return fallback === undefined ? line : `${line} Default: ${fallback}.`;
    })
    .join("\n");

/** The two services. */
export type ServiceName = "site" | "platform";

/** Settings of one process: where it listens, and what it prints and exports. */
const PER_PROCESS = /^(SITE|PLATFORM|DATA_DIR|LOG|METRICS|OTEL_.*|(SITE|PLATFORM)_(HOST|PORT))$/;

/** Lists the settings that all processes of services must share, each with its default. */
export function listSharedSettings(
  services: readonly ServiceName[],
): readonly { readonly name: string; readonly fallback: string | undefined }[] {
  const settings: Readonly<Record<string, Setting>> = {
    ...(services.includes("site") && { ...SITE_SETTINGS, ...COMMERCE_SETTINGS }),
    ...(services.includes("platform") && PLATFORM_SETTINGS),
    ...SHARED_SETTINGS,
  };
  return Object.entries(settings)
    .filter(([name]) => !PER_PROCESS.test(name))
    .map(([name, { default: fallback }]) => ({ name, fallback }));
}
