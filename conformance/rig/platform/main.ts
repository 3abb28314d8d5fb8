/** Serves the rig's platform. */
import { serveFixture } from "../serve.ts";
import { createPlatformFixture } from "./platform.ts";

await serveFixture(createPlatformFixture);
