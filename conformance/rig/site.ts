import { createSite, Problem, type Content, type Handler } from "../../core/index.ts";
import { folderContent } from "../../adapters/content/folder.ts";
import { hostRule, originRule } from "../../adapters/environment.ts";
import { makeFixture } from "./fixture.ts";

/** Words of a fault that the client must never see. */
export const LEAK = "the folder /srv/rig is on fire";

/** The request header that asks for the same site with a content driver that fails: `500` or `503`. */
export const FAULT_HEADER = "rig-fault";

/** The rig's site as a handler, at an origin of its own; `rig-fault` in a request's headers makes its content fail. */
export function createRig(origin: string): { handler: Handler; remove(): void } {
  const fixture = makeFixture();
  const siteWith = (content: Content) =>
    createSite({
      site: {
        origin,
        name: "Rig Site",
        description: "A handful of pages that the conformance suite knows by heart.",
        contact: "support@rig.example",
        notOffered: [],
      },
      content,
      allowsHost: hostRule(origin, []),
      allowsOrigin: originRule(origin, []),
    });

  const whole = siteWith(folderContent(fixture.folder));
  const faulty = new Map([
    ["500", siteWith(failing(() => new Error(LEAK)))],
    ["503", siteWith(failing(() => new Problem("unavailable", "The rig's pages can't be reached just now.")))],
  ]);
  return {
    handler: (asked) => (faulty.get(asked.headers.get(FAULT_HEADER) ?? "") ?? whole)(asked),
    remove: fixture.remove,
  };
}

const failing = (error: () => Error): Content => ({
  pages: () => Promise.reject(error()),
  find: () => Promise.reject(error()),
});
