import * as z from "zod";
import { COMPOSER_NAMES } from "../../core/lib/openapi-tools/index.ts";

const tool = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, "must be a tool's name without the app's slug")
    .optional(),
  title: z.string().max(80).optional(),
  description: z.string().max(300).optional(),
  phrases: z.array(z.string().max(60)).min(3).max(8).optional(),
  arguments: z.record(z.string(), z.string().max(200)).optional(),
  required: z.array(z.string()).min(1).optional(),
  parameters: z.array(z.string()).optional(),
  fixed: z.record(z.string(), z.string()).optional(),
  body: z
    .strictObject({
      schema: z.looseObject({ type: z.literal("object"), properties: z.looseObject({}) }),
      compose: z.enum(COMPOSER_NAMES).optional(),
    })
    .optional(),
});
/** A file of the overlay with the tools of one app, by method and path. */
export const TOOLS_FILE = z.record(
  z.string().regex(/^[A-Z]+ \//, "must be a method and a path"),
  tool,
);
