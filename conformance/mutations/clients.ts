/** A defect planted in a client, and the situation or case that must detect it. */
export interface ClientMutation {
  readonly description: string;
  /** A file of the client, and the code in it that the defect replaces. */
  readonly file: string;
  readonly code: string;
  readonly defect: string;
  /** The title of the situation that fails. Or else: of the case of the platform. */
  readonly situation?: string;
  readonly case?: string;
  /** A pattern that the failure message must match. */
  readonly message: RegExp;
}

const SENDS_FALSE = "sends false, zero and text beyond the BMP in the query";
const REPEATS_RUN = "repeats a run with the same key";
const TIMES_OUT = "stops waiting for an answer";
const READS_PAGES = "reads all pages with the same filters";

/** Defects in the JavaScript client. */
export const jsClientMutations: readonly ClientMutation[] = [
  {
    description: "false that isn't sent",
    file: "runtime/request.ts",
    code: "if (value !== undefined && ",
    defect: "if (value && ",
    situation: SENDS_FALSE,
    message: /connected=false/,
  },
  {
    description: "a POST that is repeated without a key",
    file: "runtime/transport.ts",
    code: 'hasKey && input["idempotency_key"] === undefined',
    defect: "false && hasKey",
    situation: REPEATS_RUN,
    message: /without a key/,
  },
  {
    description: "a new key for each attempt",
    file: "runtime/transport.ts",
    code: "await attempt(request,",
    defect:
      'await attempt({ ...request, body: request.body?.replace(/(?<=idempotency_key":")/, String(attempts)) },',
    situation: REPEATS_RUN,
    message: /keys/,
  },
  {
    description: "an error without the request ID",
    file: "runtime/errors.ts",
    code: "this.requestId = details.requestId",
    defect: "this.requestId = undefined",
    case: "getTool › rejects an unknown tool of a known app",
    message: /requestId/,
  },
  {
    description: "a response that loses a field",
    file: "runtime/attempt.ts",
    code: "JSON.parse(text)",
    defect: 'JSON.parse(text, (name, value) => (name === "annotations" ? undefined : value))',
    case: "getTool › returns the annotations of a tool",
    message: /changed the body/,
  },
  {
    description: "an error that contains the API key",
    file: "runtime/attempt.ts",
    code: '"timed_out", `No',
    defect: '"timed_out", `${init.headers.get("authorization")} No',
    situation: TIMES_OUT,
    message: /contains the API key/,
  },
  {
    description: "a forgotten page",
    file: "runtime/pages.ts",
    code: "while (page.next_cursor !== null)",
    defect: "if (page.next_cursor !== null)",
    situation: READS_PAGES,
    message: /requests/,
  },
];

/** The same defects in the Python client. */
export const pythonClientMutations: readonly ClientMutation[] = [
  {
    description: "false that isn't sent",
    file: "_runtime/client.py",
    code: "if value is not None}",
    defect: "if value}",
    situation: SENDS_FALSE,
    message: /connected=false/,
  },
  {
    description: "a POST that is repeated without a key",
    file: "_runtime/plan.py",
    code: "if route.has_key and",
    defect: "if False and",
    situation: REPEATS_RUN,
    message: /without a key/,
  },
  {
    description: "a new key for each attempt",
    file: "_runtime/plan.py",
    code: "        self.attempts += 1\n",
    defect:
      '        self.attempts += 1\n        import dataclasses\n        body = (self.request.body or b"").replace(b\'idempotency_key":"\', b\'idempotency_key":"%d\' % self.attempts)\n        self.request = dataclasses.replace(self.request, body=body)\n',
    situation: REPEATS_RUN,
    message: /keys/,
  },
  {
    description: "an error without the request ID",
    file: "_runtime/errors.py",
    code: "self.request_id = request_id",
    defect: "self.request_id = None",
    case: "getTool › rejects an unknown tool of a known app",
    message: /requestId/,
  },
  {
    description: "a response that loses a field",
    file: "_runtime/plan.py",
    code: "return True, json.loads(body)",
    defect:
      'return True, json.loads(body, object_hook=lambda each: {name: each[name] for name in each if name != "annotations"})',
    case: "getTool › returns the annotations of a tool",
    message: /changed the body/,
  },
  {
    description: "an error that contains the API key",
    file: "_runtime/plan.py",
    code: '"timed_out", f"No',
    defect: '"timed_out", f"{self.headers()} No',
    situation: TIMES_OUT,
    message: /contains the API key/,
  },
  {
    description: "a forgotten page",
    file: "_runtime/pages.py",
    code: "            if cursor is None:\n                return\n\n    def all",
    defect: "            return\n\n    def all",
    situation: READS_PAGES,
    message: /requests/,
  },
];
