import type { Answered, Asking, Target } from "../targets/target.ts";
import { at, type Defect, edited, headed } from "./defect.ts";

const LEGACY = "mcp 2025-11-25";
const MODERN = "mcp 2026-07-28";

/** The result of a call to this method, changed. */
const result =
  (method: string, change: (result: any) => void): Defect["plant"] =>
  (answer, asking) =>
    at(asking, "/mcp") && methodOf(asking) === method
      ? edited(answer, (body) => body.result && change(body.result))
      : undefined;

const methodOf = ({ body }: Asking): string | undefined => {
  try {
    return JSON.parse(String(body)).method;
  } catch {
    return undefined;
  }
};

/** The same asked without a header, or with another. */
const instead = (name: string, value?: string) => (_: Answered, asking: Asking, sound: Target) => {
  if (asking.headers?.[name] === undefined) return undefined;
  const { [name]: __, ...rest } = asking.headers;
  return sound.ask({ ...asking, headers: value === undefined ? rest : { ...rest, [name]: value } });
};

/** Faults of the MCP server. */
export const mcpDefects: readonly Defect[] = [
  {
    defect: "structuredContent on an error",
    red: "searchPages › refuses an empty query",
    caller: LEGACY,
    says: /./,
    plant: result(
      "tools/call",
      (each) => each.isError && (each.structuredContent = JSON.parse(each.content[0].text)),
    ),
  },
  {
    defect: "structuredContent on an error, in the stateless era",
    red: "/mcp › answers a wrong input with a problem that the model can read, without structuredContent (2026-07-28)",
    says: /./,
    plant: result("tools/call", (each) => each.isError && (each.structuredContent = {})),
  },
  {
    defect: "structuredContent that lacks a field",
    red: "searchPages › takes a limit of fifty",
    caller: LEGACY,
    says: /total/,
    plant: result("tools/call", (each) => delete each.structuredContent?.total),
  },
  {
    defect: "structuredContent that lacks a field, in the stateless era",
    red: "searchPages › takes a limit of fifty",
    caller: MODERN,
    says: /total/,
    plant: result("tools/call", (each) => delete each.structuredContent?.total),
  },
  {
    defect: "text that says something else than structuredContent",
    red: "siteInfo › describes the site",
    caller: LEGACY,
    says: /different things/,
    plant: result(
      "tools/call",
      (each) => (each.content[0].text = each.content[0].text.replace("Rig Site", "Other Site")),
    ),
  },
  {
    defect: "a problem over MCP with a status that is not declared",
    red: "searchPages › refuses an empty query",
    caller: LEGACY,
    says: /status 418 is not declared/,
    plant: result(
      "tools/call",
      (each) =>
        each.isError &&
        (each.content[0].text = each.content[0].text.replace('"status":400', '"status":418')),
    ),
  },
  {
    defect: "a fault told over MCP",
    red: "searchPages › tells nothing of an unexpected fault",
    caller: MODERN,
    says: /tells of the fault inside/,
    plant: result(
      "tools/call",
      (each) =>
        each.isError &&
        (each.content[0].text = each.content[0].text.replace(
          "Something went wrong",
          "the folder /srv/rig is on fire",
        )),
    ),
  },
  {
    defect: "a tool that is not listed",
    red: "/mcp › lists exactly the operations that are tools, sorted by name (2025-11-25)",
    says: /./,
    plant: result("tools/list", (each) => each.tools.pop()),
  },
  {
    defect: "tools in another order",
    red: "/mcp › lists exactly the operations that are tools, sorted by name (2026-07-28)",
    says: /./,
    plant: result("tools/list", (each) => each.tools.reverse()),
  },
  {
    defect: "a hint left out",
    red: "/mcp › describes each tool as the table does (2025-11-25)",
    says: /./,
    plant: result("tools/list", (each) => delete each.tools[0].annotations.openWorldHint),
  },
  {
    defect: "an input schema that is open",
    red: "/mcp › describes each tool as the table does (2026-07-28)",
    says: /./,
    plant: result("tools/list", (each) => delete each.tools[0].inputSchema.additionalProperties),
  },
  {
    defect: "a schema that refers to what it does not have",
    red: "/mcp › gives each tool schemas that are complete in themselves (2025-11-25)",
    says: /resolve/,
    plant: result("tools/list", (each) =>
      each.tools.forEach((tool: any) => delete tool.outputSchema.$defs),
    ),
  },
  {
    defect: "a stream opened by GET",
    red: "/mcp › answers GET with 405: there is no stream to open and no session to end",
    says: /the status/,
    plant: (_, { method }) => (method === "GET" ? { status: 200 } : undefined),
  },
  {
    defect: "a batch that is answered",
    red: "/mcp › refuses a batch of requests",
    says: /the status/,
    plant: (_, asking, sound) =>
      String(asking.body).startsWith("[")
        ? sound.ask({ ...asking, body: String(asking.body).slice(1, -1) })
        : undefined,
  },
  {
    defect: "406 where Accept leaves out the stream",
    red: "/mcp › answers JSON to Accept application/json",
    says: /the status/,
    plant: (answer, { headers }) =>
      headers?.["accept"] === "application/json" && answer.headers["content-type"]
        ? { status: 406 }
        : undefined,
  },
  {
    defect: "a body of any size taken",
    red: "/mcp › refuses a body of over one MiB",
    says: /the status/,
    plant: (answer) => (answer.status === 413 ? { status: 200 } : undefined),
  },
  {
    defect: "an evil page let in",
    red: "/mcp › refuses a sandboxed page",
    says: /the status/,
    plant: instead("origin"),
  },
  {
    defect: "an evil host let in",
    red: "/mcp › refuses a host that is not its own",
    says: /the status/,
    plant: instead("host"),
  },
  {
    defect: "a version header that is not looked at",
    red: "/mcp › refuses a version header that says something else",
    says: /the status/,
    plant: instead("mcp-protocol-version", "2026-07-28"),
  },
  {
    defect: "a method header that is not looked at",
    red: "/mcp › refuses a method header that says something else",
    says: /the status/,
    plant: instead("mcp-method", "tools/list"),
  },
  {
    defect: "an unknown version refused without saying which are known",
    red: "/mcp › refuses a protocol header that it does not know",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/mcp") ? edited(answer, (body) => delete body.error?.data) : undefined,
  },
  {
    defect: "an unknown method answered with 200 in the stateless era",
    red: "/mcp › answers an unknown method with 404 in the stateless era",
    says: /the status/,
    plant: (answer) => (answer.status === 404 ? { status: 200 } : undefined),
  },
  {
    defect: "an unknown tool answered as a tool's error",
    red: "/mcp › answers an unknown tool with -32602 (2025-11-25)",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/mcp")
        ? edited(
            answer,
            (body) =>
              body.error &&
              Object.assign(body, { result: { isError: true, content: [] }, error: undefined }),
          )
        : undefined,
  },
  {
    defect: "a notification answered with 200",
    red: "/mcp › takes a notification without a word",
    says: /the status/,
    plant: (answer) => (answer.status === 202 ? { status: 200 } : undefined),
  },
  {
    defect: "a preflight that forgets a header",
    red: "/mcp › answers a preflight before anything else",
    says: /access-control-allow-headers/,
    plant: (answer) => headed(answer, { "access-control-allow-headers": "content-type" }),
  },
  {
    defect: "calls over MCP that are counted apart",
    red: "/agent/search › counts HTTP and MCP together",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/mcp") ? headed(answer, { ratelimit: '"client";r=19;t=1' }) : undefined,
  },
  {
    defect: "a refusal of the rate without the id of its request",
    red: "searchPages › refuses a client that has used up its rate",
    caller: LEGACY,
    says: /no id/,
    plant: (answer) =>
      answer.status === 429 ? edited(answer, (body) => (body.id = null)) : undefined,
  },
  {
    defect: "an answer under another id",
    red: "/mcp › gives an answer the id of its request",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/mcp") ? edited(answer, (body) => (body.id = 8)) : undefined,
  },
];
