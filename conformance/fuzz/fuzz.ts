import { readFileSync } from "node:fs";
import type { BindingName } from "../../generated/site/operations.ts";
import { validatorFor } from "../callers/spec-validator.ts";
import type { OperationName } from "../case.ts";
import type { Service } from "../services/service.ts";
import type { Target, TestRequest, TestResponse } from "../targets/target.ts";
import { createRequestGrammar, type DocumentOperation, listOperations } from "./grammar.ts";
import { createRandom } from "./random.ts";
import { createRunGrammar } from "./runs.ts";
import { createValueGrammar } from "./values.ts";

/** A response that the document doesn't allow. */
export interface FuzzFailure {
  readonly request: TestRequest;
  readonly status: number | undefined;
  readonly violations: readonly string[];
}

export interface FuzzResult {
  readonly requests: number;
  /** The number of responses by operation ID and status, such as `getTool 404`. */
  readonly responses: ReadonlyMap<string, number>;
  /** How many runs of tools succeeded. Undefined if the service runs none. */
  readonly succeededRuns: number | undefined;
  /** The first failures, at most `MAX_FAILURES`. */
  readonly failures: readonly FuzzFailure[];
}

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Receives the number of requests so far, about once in 10,000. */
  onProgress?(requests: number): void;
}

const MAX_FAILURES = 20;

/** The share of valid runs of tools, whose answers the fixture's hostile app makes up. */
const RUN_SHARE = 0.02;

/** The number of IDs and cursors of responses that requests may use. */
const MAX_KNOWN = 200;

/**
 * Sends requests that are generated from the OpenAPI document of a service, and checks each response
 * against the document. The same seed sends the same requests while the responses are the same.
 */
export async function fuzz(
  service: Service,
  target: Target,
  { requests, seed, onProgress }: FuzzOptions,
): Promise<FuzzResult> {
  const document = JSON.parse(readFileSync(service.document, "utf8"));
  const operations = listOperations(document);
  const random = createRandom(seed);
  const known: string[] = [];
  const values = createValueGrammar(document, random, () => known);
  const generateAny = createRequestGrammar(operations, target.key, random, values);
  const runOperation = operations.find(({ id }) => id === "runTool");
  const generateRun =
    runOperation && createRunGrammar(runOperation, target.key, random, values.hostileText);
  const generate = () => (generateRun && random.chance(RUN_SHARE) ? generateRun() : generateAny());
  const responses = new Map<string, number>();
  const failures: FuzzFailure[] = [];
  let succeededRuns = 0;

  for (let sent = 1; sent <= requests && failures.length < MAX_FAILURES; sent++) {
    const { request, operation } = generate();
    try {
      const response = await target.send(request);
      const violations = findViolations(service, operation, request, response);
      if (violations.length > 0) failures.push({ request, status: response.status, violations });
      if (operation === runOperation && /"status":\s*"succeeded"/.test(response.text.slice(0, 400)))
        succeededRuns += 1;
      const label = `${operation?.id ?? "other"} ${response.status}`;
      responses.set(label, (responses.get(label) ?? 0) + 1);
      for (const text of findIdentifiers(response)) {
        if (known.length < MAX_KNOWN) known.push(text);
        else known[random.integer(MAX_KNOWN)] = text;
      }
    } catch (error) {
      failures.push({ request, status: undefined, violations: [String(error)] });
    }
    if (sent % 10_000 === 0) onProgress?.(sent);
  }
  return { requests, responses, succeededRuns: runOperation && succeededRuns, failures };
}

/** Returns how a response differs from the document. */
export function findViolations(
  service: Service,
  operation: DocumentOperation | undefined,
  request: TestRequest,
  response: TestResponse,
): string[] {
  const { generalViolations, operationViolations, bindingViolations } = validatorFor(service);
  // Only declared operations repeat the Request-Id, and dot segments may lead to another path.
  const violations = generalViolations(response, withRepeatedId(request)).filter(
    (violation) => operation !== undefined || !violation.startsWith("the header Request-Id"),
  );
  if (response.status >= 500) violations.push(`status ${response.status}`);
  if (operation)
    violations.push(
      ...(operation.id in service.table.operations
        ? operationViolations(operation.id as OperationName, response)
        : bindingViolations(operation.id as BindingName, response)),
    );
  return violations;
}

/** Omits a Request-Id that the document doesn't allow: the response has a new one. */
function withRepeatedId(request: TestRequest): TestRequest {
  const { "request-id": id, ...headers } = request.headers ?? {};
  return id === undefined || /^[!-~]{1,255}$/.test(id) ? request : { ...request, headers };
}

/** The connection of the valid runs. No request may delete it. */
const RUN_CONNECTION = "conn_fjord_main";

/** Returns the IDs, names, URLs and cursors of a JSON response. */
function findIdentifiers({ status, text }: TestResponse): string[] {
  if (status >= 300 || text.length > 50_000) return [];
  return [...text.matchAll(/"(?:id|name|url|next_cursor|app|connection)":"([^"\\]{1,300})"/g)]
    .slice(0, 20)
    .map(([, value]) => value!)
    .filter((value) => value !== RUN_CONNECTION);
}
