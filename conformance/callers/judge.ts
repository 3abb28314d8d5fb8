import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import type { BindingName } from "../../generated/site/operations.ts";
import type { OperationEntry, Schema } from "../../generated/table.ts";
import type { OperationName } from "../case.ts";
import { type Spec, specs } from "../services/spec.ts";
import type { Answered, Asking } from "../targets/target.ts";
import { misfitsBy } from "./schemas.ts";

/** Holds answers against the spec of a service. */
export interface Judge {
  /** What is wrong with a value by a schema of the table. */
  misfits(schema: Schema, value: unknown): string[];
  /** Where an answer departs from what the spec declares of its operation: status, media type, body, headers. */
  departuresOf(name: OperationName, answer: Answered): string[];
  /** The same of a binding. */
  departuresOfBinding(name: BindingName, answer: Answered): string[];
  /** Where an answer departs from what holds for every answer of the service. */
  breaches(answer: Answered, asking?: Partial<Asking>): string[];
}

/** The judge of a service. */
export const judgeOf = ({ name }: Spec): Judge => judges[name];

const judges: Readonly<Record<Spec["name"], Judge>> = {
  site: judgeBy(specs.site),
  platform: judgeBy(specs.platform),
};

/** Of the site. */
export const { breaches, departuresOfBinding } = judges.site;

/** A Content-Type without its parameters. */
export function mediaTypeOf({ headers }: Answered): string {
  return (headers["content-type"] ?? "").split(";", 1)[0]!.trim();
}

/** The body: parsed where it is JSON, or else its text. */
export function bodyOf(answer: Answered): unknown {
  if (!/[/+]json$/.test(mediaTypeOf(answer))) return answer.text;
  try {
    return JSON.parse(answer.text);
  } catch {
    return answer.text;
  }
}

type Declaring = Pick<OperationEntry, "method" | "path" | "responses">;

function judgeBy(spec: Spec): Judge {
  const { operations, bindings, $defs } = spec.table;
  const document = JSON.parse(readFileSync(spec.document, "utf8"));
  const misfits = misfitsBy(spec);

  function departures(entry: Declaring, answer: Answered): string[] {
    const { responses } = entry;
    const byType = responses[answer.status];
    if (!byType)
      return [`status ${answer.status} is not declared; ${Object.keys(responses).join(", ")} are`];
    const mediaType = mediaTypeOf(answer);
    const schema = byType[mediaType];
    if (!schema)
      return [
        `${mediaType || "no media type"} is not declared for ${answer.status}; ${Object.keys(byType).join(", ")} are`,
      ];
    return [...misfits(schema, bodyOf(answer)), ...headerMisfits(entry, answer)];
  }

  function headerMisfits({ method, path }: Declaring, { status, headers }: Answered): string[] {
    const declared = document.paths[path][method.toLowerCase()].responses[status].headers ?? {};
    return Object.entries<any>(declared).flatMap(([header, { required, schema }]) => {
      const value = headers[header.toLowerCase()];
      if (value === undefined) return required ? [`the header ${header} is missing`] : [];
      if (schema.type === "integer" && !/^-?\d+$/.test(value))
        return [`the header ${header} is ${value}, no integer`];
      return [];
    });
  }

  function problemBreaches(answer: Answered): string[] {
    const problem = bodyOf(answer) as Record<string, unknown>;
    const found = misfits($defs["Problem"]!, problem);
    if (problem["status"] !== answer.status)
      found.push(`the problem says status ${problem["status"]}, the answer has ${answer.status}`);
    if (problem["type"] !== `urn:problem-type:jackfield:${problem["code"]}`)
      found.push(`the problem's type is ${problem["type"]}, its code ${problem["code"]}`);
    if (problem["instance"] !== `urn:uuid:${answer.headers["request-id"]}`)
      found.push(`the problem's instance ${problem["instance"]} is not the Request-Id`);
    return found;
  }

  return {
    misfits,
    departuresOf: (name, answer) => departures(operations[name]!, answer),
    departuresOfBinding: (name, answer) => departures(bindings[name]!, answer),
    breaches(answer, { method = "GET", path = "", headers: sent = {} } = {}) {
      const { status, headers, bytes } = answer;
      const found: string[] = [];
      const id = headers["request-id"];
      const given = /^\/agent\/commerce\/[au]cp\//.test(path) ? sent["request-id"] : undefined;
      if (given !== undefined)
        found.push(
          ...(id === given
            ? []
            : [
                `the header Request-Id is ${id ?? "missing"}: the protocol wants the request's own, ${given}`,
              ]),
        );
      else if (!id || !/^[0-9a-f-]{36}$/.test(id))
        found.push(`the header Request-Id is ${id ?? "missing"}: it must be a UUID`);
      // What a site behind has answered is its own.
      if (headers["x-content-type-options"] !== "nosniff" && !headers["rig-behind"])
        found.push("X-Content-Type-Options must be nosniff");
      const bodiless = method === "HEAD" || status === 204 || status === 304;
      if (bodiless && bytes.length > 0)
        found.push(`${method} with ${status} has a body of ${bytes.length} bytes`);
      const announced = headers["content-length"];
      if (!bodiless && announced !== undefined && Number(announced) !== bytes.length) {
        found.push(`Content-Length is ${announced}; the body has ${bytes.length} bytes`);
      }
      if (bytes.length > 0 && !headers["content-type"]) found.push("a body without Content-Type");
      if (
        /^(text\/(?!html)|application\/.*json)/.test(headers["content-type"] ?? "") &&
        !isUtf8(bytes)
      )
        found.push("the body is not UTF-8");
      if (mediaTypeOf(answer) === "application/problem+json" && bytes.length > 0)
        found.push(...problemBreaches(answer));
      return found;
    },
  };
}
