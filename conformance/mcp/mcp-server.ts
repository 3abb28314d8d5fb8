import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { folderContent } from "../../adapters/content/folder.ts";
import { createHostCheck, createOriginCheck } from "../../adapters/services/allowed-hosts.ts";
import { compileInputs } from "../../core/http/input/input-schema.ts";
import { createHandler } from "../../core/http/pipeline.ts";
import { createRouter } from "../../core/http/routing/router.ts";
import { createRun } from "../../core/http/routing/run-operation.ts";
import type { Handler } from "../../core/index.ts";
import { createMcpEdge } from "../../core/mcp/edge.ts";
import type { Context, SiteContract } from "../../core/site/contract.ts";
import { listAgentResources } from "../../core/site/documents/agent-resources.ts";
import { siteTools } from "../../core/site/mcp.ts";
import { operations } from "../../core/site/operations/index.ts";
import { createPageRenditions } from "../../core/site/pages/page-renditions.ts";
import { surfaces } from "../../core/site/surfaces.ts";
import { table } from "../../generated/site/operations.ts";
import { authorizationHeaders } from "../callers/http.ts";
import { findProgram } from "../targets/http-client.ts";
import type { Target } from "../targets/target.ts";
import { suiteTools } from "./suite-tools.ts";

/**
 * Two ways to use an MCP server that requires an API key: a URL that contains the key, and a proxy
 * that adds the header for clients that can't.
 */
export interface KeyEndpoints {
  readonly link: string;
  readonly header: string;
  close(): void;
}

/** Creates the endpoints of a target. */
export async function createKeyEndpoints(target: Target): Promise<KeyEndpoints> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const ownHost = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const {
      host,
      connection: _,
      "content-length": __,
      "transfer-encoding": ___,
      ...rest
    } = incoming.headers as Record<string, string>;
    const headers = {
      ...rest,
      ...(host !== ownHost && host !== undefined && { host }),
      ...authorizationHeaders(target),
    };
    const response = await target.send({
      method: incoming.method!,
      path: incoming.url!,
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const { "transfer-encoding": ____, connection: _____, ...responseHeaders } = response.headers;
    outgoing.writeHead(response.status, responseHeaders).end(response.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    link: `${target.url}/mcp/k/${target.key}`,
    header: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * The site's MCP server with the suites' tools besides its own. It uses the same edge and
 * dispatcher, but no other part of the site.
 */
export function createMcpServer(origin: string): Handler {
  const content = folderContent(`${import.meta.dirname}/../fixtures/site`);
  const site = {
    origin,
    name: "Fixture Site",
    description: "A site with tools for the official suites.",
    contact: "support@fixture.example",
    notOffered: [],
  };
  const served = listAgentResources(surfaces, site, { sells: true });
  const ownTools = siteTools(
    site,
    createRun<SiteContract>(compileInputs(table), operations),
    () => true,
  );
  const byName = new Map(suiteTools.map((fixture) => [fixture.tool.name, fixture]));
  const offer = {
    instructions: ownTools.instructions,
    tools: [...ownTools.tools, ...suiteTools.map(({ tool }) => tool)],
  };
  const mcp = createMcpEdge<undefined, Context>(createOriginCheck(origin, []), () => ({
    ...ownTools,
    currentOffer: () => offer,
    call: async (name, input, caller, request) =>
      byName.get(name)?.respond(input as Record<string, unknown>, request.meta) ??
      ownTools.call(name, input, caller, request),
    createContext: (request) => ({
      site,
      content,
      renditions: createPageRenditions(),
      raiseCost() {},
      resources: served,
      protocol: "mcp",
      identity: "",
      isIdentified: false,
      isForwarded: false,
      sells: false,
      network: "",
      signal: request.signal,
    }),
  }));
  const rules = { headers: {}, cost: { free: "constant" } } as const;
  return createHandler<undefined>({
    router: createRouter([{ ...rules, path: "/mcp", ...mcp }], {
      rulesFor: () => rules,
      hint: "Send requests to /mcp.",
    }),
    origin,
    allowsHost: createHostCheck(origin, []),
    authenticate: (request) => ({ request, caller: undefined }),
    createRequestId: () => crypto.randomUUID(),
  });
}

/** The exit code and the output of a program. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the project's programs in a temporary home directory. Kills it after `seconds`. */
export function runProgram(
  name: string,
  args: readonly string[],
  { home = process.cwd(), seconds = 40, env: more = {} as NodeJS.ProcessEnv } = {},
): Promise<ProgramResult> {
  const env = { ...programEnvironment(), HOME: home, ...more };
  return new Promise((resolve) => {
    execFile(
      findProgram(name)!,
      [...args],
      { env, timeout: seconds * 1000, killSignal: "SIGKILL", maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        const failureCode = typeof error?.code === "number" ? error.code : -1;
        resolve({ code: error ? failureCode : 0, stdout, stderr });
      },
    );
  });
}

/**
 * The environment of every program: no color, no browser, no keychain, and the project's Node for
 * #! scripts.
 */
export const programEnvironment = () => ({
  ...process.env,
  PATH: `${import.meta.dirname}/../../node_modules/.bin:${process.env["PATH"]}`,
  NO_COLOR: "1",
  MCP_AUTO_OPEN_ENABLED: "false",
  MCP_INSPECTOR_SECRET_STORE: "memory",
});
