/** Serves the rig's site. */
import { serveRig } from "./serve.ts";
import { createRig } from "./site.ts";

await serveRig(createRig);
