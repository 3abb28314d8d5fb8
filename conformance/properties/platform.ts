import type { Property } from "../property.ts";
import { connectPageProperties } from "./connect-pages.ts";
import { credentialProperty } from "./credentials.ts";
import { requestBodyProperties } from "./request-bodies.ts";
import { secretProperties } from "./secrets.ts";

/** Additional properties of the platform. */
export const platformProperties: readonly Property[] = [
  ...requestBodyProperties,
  ...connectPageProperties,
  credentialProperty,
  ...secretProperties,
];
