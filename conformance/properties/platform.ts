import { connectPageProperties } from "./connect-pages.ts";
import type { Property } from "./property.ts";
import { credentialProperty, secretProperties } from "./property.ts";
import { requestBodyProperties } from "./request-bodies.ts";

/** Additional properties of the platform. */
export const platformProperties: readonly Property[] = [
  ...requestBodyProperties,
  ...connectPageProperties,
  credentialProperty,
  ...secretProperties,
];
