import type { Service } from "../services/service.ts";
import { core, platformCore } from "./core.ts";
import { mock, platformMock, platformProxied, proxied, standing } from "./prism.ts";
import { bun, deno, node, platformBun, platformDeno, platformNode } from "./runtimes.ts";
import type { TargetKind } from "./target.ts";

export { mockAt } from "./prism.ts";

/** Everything that the suite starts by itself. */
export const targets: readonly TargetKind[] = [
  ...[core, node, bun, deno, proxied, mock],
  ...[platformCore, platformNode, platformBun, platformDeno, platformProxied, platformMock],
];

/** Any deployment: only portable cases can be asked of it, and what leaves something behind only if its owner allows it. */
export const deployment = (
  url: string,
  service: Service,
  {
    allowsWrites = false,
    key,
  }: { readonly allowsWrites?: boolean; readonly key?: string | undefined } = {},
): TargetKind => ({
  name: new URL(url).host,
  service,
  isRig: false,
  allowsWrites,
  knows: "everything",
  async start() {
    const target = { ...(await standing(url)), key };
    await service.recognise(target);
    return target;
  },
});
