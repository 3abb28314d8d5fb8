import type { Service } from "../services/service.ts";
import type { Spec } from "../services/spec.ts";
import { node, platformNode } from "./runtimes.ts";
import { freePort, programOf, spawned } from "./spawned.ts";
import type { Target, TargetKind } from "./target.ts";
import { wire } from "./wire.ts";

const LISTENING = /Prism is listening on (http:\/\/[\w.]+:\d+)/;

const missing = () => (programOf("prism") ? undefined : "prism is not installed");

/** Node's adapter seen through Prism, which notes on each answer where it departs from the document. */
const proxiedOf = (node: TargetKind): TargetKind => ({
  name: "node behind prism",
  service: node.service,
  isRig: true,
  knows: "operations",
  missing,
  async start() {
    const behind = await node.start();
    const prism = await proxyBefore(behind.url, node.service);
    return {
      ...prism,
      key: behind.key,
      close: async () => void (await Promise.all([prism.close(), behind.close()])),
    };
  },
});

/** A server that knows nothing but the document: it holds the document and the cases against each other. */
const mockFor = (
  service: Service,
  start: () => Promise<Target> = () => mockOf(service.document),
): TargetKind => ({
  name: "prism mock",
  service,
  isRig: false,
  knows: "document",
  missing,
  start: async () => ({ ...(await start()), key: service.rig.key }),
});

/** Of the site. */
export const proxied = proxiedOf(node);
export const mock = mockFor(node.service);

/** Of the platform. */
export const platformProxied = proxiedOf(platformNode);
export const platformMock = mockFor(platformNode.service);

/** Prism as a proxy before a server: without `--errors` it passes everything on, and only notes what it finds. */
export const proxyBefore = async (
  url: string,
  { document }: Pick<Spec, "document">,
): Promise<Target> =>
  spawned("prism", ["proxy", document, url, "-p", String(await freePort())], LISTENING);

/** Prism as a mock of a document; it refuses what it sees is wrong. */
export const mockOf = async (document: string): Promise<Target> =>
  spawned("prism", ["mock", document, "-p", String(await freePort()), "--errors"], LISTENING);

/** A mock that someone else runs. */
export const mockAt = (url: string, service: Service): TargetKind => ({
  ...mockFor(service, () => standing(url)),
  missing: () => undefined,
});

/** Something that runs already, and goes on when the suite is done. */
export async function standing(url: string) {
  const { hangUp, ...line } = wire(url.replace(/\/+$/, ""));
  return { ...line, close: async () => hangUp() };
}
