import type { SharedSettings } from "./shared.ts";
import type { SiteSettings } from "./site-settings.ts";

/** The settings that the site service reads: its own and the shared ones. */
export interface SiteServiceSettings extends SiteSettings, SharedSettings {
  /** The folder of the app catalog, which the site must not serve. */
  readonly catalogFolder: string | undefined;
}
