import type { Service, Spec } from "../services/service.ts";
import { node, platformNode } from "./core.ts";
import { createHttpClient, findFreePort, findProgram, spawnServer } from "./http-client.ts";
import type { Target, TargetKind } from "./target.ts";

const LISTENING = /Prism is listening on (http:\/\/[\w.]+:\d+)/;

const prismSkipReason = () => (findProgram("prism") ? undefined : "prism is not installed");

/**
 * The Node adapter behind Prism, which reports differences from the document in a header of each
 * response.
 */
const createPrismProxy = (node: TargetKind): TargetKind => ({
  name: "node behind prism",
  service: node.service,
  isFixture: true,
  scope: "operations",
  skipReason: prismSkipReason,
  async start() {
    const upstream = await node.start();
    const prism = await startPrismProxy(upstream.url, node.service);
    return {
      ...prism,
      key: upstream.key,
      close: async () => void (await Promise.all([prism.close(), upstream.close()])),
    };
  },
});

/**
 * A mock server that knows only the document. It checks the document and the cases against each
 * other.
 */
const createPrismMock = (
  service: Service,
  start: () => Promise<Target> = () => startPrismMock(service.document),
): TargetKind => ({
  name: "prism mock",
  service,
  isFixture: false,
  scope: "document",
  skipReason: prismSkipReason,
  start: async () => ({ ...(await start()), key: service.fixture.key }),
});

/** The proxy of the site. */
export const prismProxy = createPrismProxy(node);
export const prismMock = createPrismMock(node.service);

/** The proxy of the platform. */
export const platformPrismProxy = createPrismProxy(platformNode);
export const platformPrismMock = createPrismMock(platformNode.service);

/**
 * Starts Prism as a proxy in front of a server. Without `--errors`, it forwards everything and only
 * reports violations.
 */
export const startPrismProxy = async (
  url: string,
  { document }: Pick<Spec, "document">,
): Promise<Target> =>
  spawnServer("prism", ["proxy", document, url, "-p", String(await findFreePort())], LISTENING);

/** Starts Prism as a mock of a document. It rejects requests that it finds invalid. */
export const startPrismMock = async (document: string): Promise<Target> =>
  spawnServer(
    "prism",
    ["mock", document, "-p", String(await findFreePort()), "--errors"],
    LISTENING,
  );

/** A mock server that runs elsewhere. */
export const createExternalMock = (url: string, service: Service): TargetKind => ({
  ...createPrismMock(service, () => connectToRunning(url)),
  skipReason: () => undefined,
});

/** Connects to a running server, which closing the target doesn't stop. */
export async function connectToRunning(url: string) {
  const { closeConnections, ...line } = createHttpClient(url.replace(/\/+$/, ""), {
    obeysRateLimit: true,
  });
  return { ...line, close: async () => closeConnections() };
}
