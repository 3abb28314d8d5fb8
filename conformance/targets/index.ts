import { core } from "./core.ts";
import { mock, proxied, standing } from "./prism.ts";
import { bun, deno, node } from "./runtimes.ts";
import type { TargetKind } from "./target.ts";

export { mockAt } from "./prism.ts";

/** Everything that the suite starts by itself. */
export const targets: readonly TargetKind[] = [core, node, bun, deno, proxied, mock];

/** Any deployment: only portable cases can be asked of it, and what leaves something behind only if its owner allows it. */
export const deployment = (url: string, { allowsWrites = false } = {}): TargetKind => ({
  name: new URL(url).host,
  isRig: false,
  allowsWrites,
  knows: "everything",
  async start() {
    const target = await standing(url);
    const { status } = await target.ask({ path: "/agent/site.json" });
    if (status !== 200) throw new Error(`${url}/agent/site.json answers ${status}: it is no site of this interface.`);
    return target;
  },
});
