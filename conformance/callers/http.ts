import type { OperationName, Reply } from "../case.ts";
import type { Spec } from "../services/spec.ts";
import type { Answered, Asking, Target } from "../targets/target.ts";
import type { Caller } from "./caller.ts";
import { bodyOf, judgeOf } from "./judge.ts";

/** The request for an operation, as its entry in the table says to write it; it asks for JSON. */
export function askingFor(
  { table }: Spec,
  name: OperationName,
  input: Readonly<Record<string, unknown>>,
): Asking {
  const { method, path, source } = table.operations[name]!;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || source[key] === "path") continue;
    if (source[key] === "body") body[key] = value;
    else for (const each of [value].flat()) query.append(key, String(each));
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(input[key])),
  );
  const hasBody = Object.values(source).includes("body");
  return {
    method,
    path: query.size > 0 ? `${filled}?${query}` : filled,
    headers: {
      accept: "application/json, application/problem+json",
      ...(hasBody && { "content-type": "application/json" }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  };
}

/** Calls operations over HTTP, and holds every answer against the spec. */
export const http: Caller = {
  name: "http",
  protocol: "http",
  asks: () => true,
  connect: ({ service, knows }, target) => {
    const judge = judgeOf(service);
    return {
      async call(name, input, { headers } = {}) {
        const asking = askingFor(service, name, input);
        const answer = await target.ask({
          ...asking,
          headers: present({ ...asking.headers, ...credentialOf(target), ...headers }),
        });
        const departures = [...judge.departuresOf(name, answer), ...prismsFindings(answer)];
        if (knows !== "document") departures.push(...judge.breaches(answer));
        return {
          status: answer.status,
          value: bodyOf(answer),
          headers: answer.headers,
          departures,
        } as Reply<any>;
      },
      close: async () => {},
    };
  },
};

/** The header that shows a target's key, where it asks for one. */
export const credentialOf = ({ key }: Pick<Target, "key">): Readonly<Record<string, string>> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** An empty header is one to be left out. */
export const present = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));

/** What Prism, standing in between, found wrong with the answer. What it finds wrong with a request is often meant to be. */
function prismsFindings({ headers }: Answered): string[] {
  const found = JSON.parse(headers["sl-violations"] ?? "[]") as {
    location: string[];
    message: string;
  }[];
  return found
    .filter(({ location }) => location[0] === "response")
    .map(({ location, message }) => `Prism: ${location.join(".")} ${message}`);
}
