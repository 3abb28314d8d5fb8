import { callback, connect } from "./connect/index.ts";
import { health, readiness } from "./health.ts";
import { home } from "./home.ts";
import { hooks } from "./hooks.ts";
import { metrics } from "./metrics.ts";
import { openapi } from "./openapi.ts";
import { robots } from "./robots.ts";
import { sharedHooks } from "./shared-hooks.ts";
import type { Surface } from "./surface.ts";

/** Every surface of the platform service. */
export const surfaces: readonly Surface[] = [
  home,
  openapi,
  health,
  readiness,
  metrics,
  robots,
  connect,
  callback,
  hooks,
  sharedHooks,
];
