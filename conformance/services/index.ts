import { platform } from "./platform.ts";
import type { Service } from "./service.ts";
import { site } from "./site.ts";

/** Both services. */
export const services: readonly Service[] = [site, platform];
