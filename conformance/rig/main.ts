/** Serves the rig's site. */
import { serveFixture } from "./serve.ts";
import { createSiteFixture } from "./site.ts";

await serveFixture(createSiteFixture);
