import { z } from "zod";
import { findNearest } from "../../core/lib/kit/text/find-nearest.ts";
import { commandLine } from "../runtime/command-line.ts";
import { FORMER_NAMES } from "./former-names.ts";
import type { InvalidSetting } from "./invalid-setting.ts";
import { createPlatformSettings, PLATFORM_SCHEMA, type PlatformSettings } from "./platform.ts";
import { contentMistakes } from "./protected.ts";
import { createSharedSettings, SHARED_SCHEMA, type SharedSettings } from "./shared.ts";
import type { SiteServiceSettings } from "./site-service-settings.ts";
import { createSiteSettings, SITE_SCHEMA, type SiteSettings } from "./site-settings.ts";
import { type Environment, OWN_PREFIX, SETTINGS } from "./table.ts";

export type { PlatformSettings } from "./platform.ts";
export type { SharedSettings } from "./shared.ts";

/** The validated settings. */
export interface Settings {
  /** Undefined: the site isn't served. */
  readonly site: SiteSettings | undefined;
  /** Undefined: the platform isn't served. */
  readonly platform: PlatformSettings | undefined;
  readonly shared: SharedSettings;
}

/**
 * Returns the settings that the site service reads. Returns undefined if the site isn't served.
 */
export const siteServiceSettings = (
  { site, platform, shared }: Settings,
  catalogFolder = platform?.catalogFolder,
): SiteServiceSettings | undefined => site && { ...site, ...shared, catalogFolder };

/** Reads the settings. Returns error messages if any setting is invalid. */
export function readSettings(environment: Environment): Settings | { errors: string[] } {
  const { settings, errors } = parseSettings(environment);
  const messages = errors.map(({ message, hint }) => (hint ? `${message} ${hint}` : message));
  return messages.length > 0 ? { errors: messages } : settings;
}

/** Reads the settings. Invalid ones get their default and are reported in `errors`. */
export function parseSettings(environment: Environment): {
  settings: Settings;
  errors: InvalidSetting[];
} {
  const site = parseGroup(SITE_SCHEMA, environment);
  const platform = parseGroup(PLATFORM_SCHEMA, environment);
  const shared = parseGroup(SHARED_SCHEMA, environment);
  const errors = [site, platform, shared].flatMap((group) => group.errors);
  errors.push(...findUnknownNames(environment));
  const settings: Settings = {
    site: site.values.SITE === "off" ? undefined : createSiteSettings(site.values),
    platform:
      platform.values.PLATFORM === "off" ? undefined : createPlatformSettings(platform.values),
    shared: createSharedSettings(shared.values),
  };
  if (!settings.site && !settings.platform)
    errors.push({
      name: "PLATFORM",
      message: "SITE and PLATFORM are both off, so there is nothing to serve.",
    });
  const conflict = findSharedOrigin(settings);
  if (conflict) errors.push(conflict);
  const isInvalid = (name: string) => errors.some((each) => each.name === name);
  if (!isInvalid("SITE_CONTENT") && !isInvalid("DATA_DIR"))
    // CATALOG_DIR counts even while the platform is off.
    errors.push(
      ...contentMistakes(
        siteServiceSettings(
          settings,
          settings.platform?.catalogFolder ?? platform.values.CATALOG_DIR,
        ),
      ),
    );
  return { settings, errors };
}

/**
 * Reports that both services have one public origin. The platform publishes OAuth metadata there, and
 * the site must have none.
 */
function findSharedOrigin({ site, platform }: Settings): InvalidSetting | undefined {
  if (site?.publicOrigin === undefined || site.publicOrigin !== platform?.publicOrigin)
    return undefined;
  return {
    name: "PLATFORM_URL",
    message: `PLATFORM_URL and SITE_URL are both ${site.publicOrigin}, so clients of the site would find the platform's OAuth metadata.`,
    hint: "Give the platform a host of its own.",
  };
}

/** Parses the settings of one schema. `values` has only the valid ones. */
function parseGroup<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
): { values: z.output<z.ZodObject<Shape>>; errors: InvalidSetting[] } {
  const set = Object.keys(schema.shape).filter((name) => isSet(environment, name));
  const read = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, environment[name]]));
  const result = schema.safeParse(read(set));
  if (result.success) return { values: result.data, errors: [] };
  const errors = result.error.issues.map(toInvalidSetting);
  const valid = set.filter((name) => !errors.some((error) => error.name === name));
  return { values: z.object(schema.shape).parse(read(valid)), errors };
}

function toInvalidSetting(issue: z.core.$ZodIssue): InvalidSetting {
  const name = String(issue.path[0]);
  const hint: unknown = issue.code === "custom" ? issue.params?.["hint"] : undefined;
  return {
    name,
    message: `${name} ${redactCredentials(issue.message)}.`,
    ...(typeof hint === "string" && { hint }),
  };
}

/** Reports former names of settings, and unknown names with a prefix of settings. */
function findUnknownNames(environment: Environment): InvalidSetting[] {
  const errors: InvalidSetting[] = [];
  for (const [name, newName] of Object.entries(FORMER_NAMES))
    if (isSet(environment, name))
      errors.push({
        name,
        message: `${name} is now called ${newName}.`,
        hint: `Rename ${name} to ${newName}.`,
      });
  for (const name of Object.keys(environment)) {
    if (!OWN_PREFIX.test(name) || name in SETTINGS || name in FORMER_NAMES) continue;
    const nearest = findNearest(name, Object.keys(SETTINGS));
    errors.push({
      name,
      message: `${name} is not a setting.`,
      hint: nearest ? `Did you mean ${nearest}?` : `List all settings: ${commandLine("--help")}`,
    });
  }
  return errors;
}

/** An empty value counts as unset. */
const isSet = (environment: Environment, name: string): boolean => Boolean(environment[name]);

/** Removes user names and passwords from URLs. */
const redactCredentials = (text: string) =>
  text.replaceAll(/\/\/(?!user:password@)[^\s/@]+@/g, "//…@");
