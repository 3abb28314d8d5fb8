import { fileURLToPath } from "node:url";
import { surfaces } from "../../core/site/surfaces.ts";
import { exchanges, siteBindingCases, siteCases } from "../cases/index.ts";
import { createSiteFixture } from "../fixtures/site.ts";
import { createSiteContextLoader } from "../site-context.ts";
import type { Service } from "./service.ts";
import { specs } from "./spec.ts";

/** The site service. */
export const site: Service = {
  ...specs.site,
  cases: siteCases,
  bindings: siteBindingCases,
  exchanges,
  surfaces,
  createContextLoader: createSiteContextLoader,
  fixture: {
    description: "the fixture pages",
    origin: "http://core.localhost",
    program: fileURLToPath(new URL("../fixtures/main.ts", import.meta.url)),
    create: createSiteFixture,
  },
  async assertIsService({ url, send }) {
    const { status } = await send({ path: "/agent/site.json" });
    if (status !== 200)
      throw new Error(`${url}/agent/site.json answers ${status}: it is no site of this interface.`);
  },
};
