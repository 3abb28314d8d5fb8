/** Serves the rig's platform. */
import { serveRig } from "../serve.ts";
import { createPlatformRig } from "./platform.ts";

await serveRig(createPlatformRig);
