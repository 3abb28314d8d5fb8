import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Caller, Connected } from "./callers/caller.ts";
import { http } from "./callers/http.ts";
import { judgeOf, mediaTypeOf } from "./callers/judge.ts";
import { type Case, type Exchange, isSkip, type Reply } from "./case.ts";
import type { BindingCase, Cell, OperationCase } from "./cell.ts";
import { CLIENT_HEADER, FAULT_HEADER, LEAK, SPENT } from "./rig/site.ts";
import { officialMisfits } from "./standards/index.ts";
import type { Target, TargetKind } from "./targets/target.ts";

/** What came of a cell. */
export type Outcome =
  | { readonly result: "passed" }
  | { readonly result: "skipped"; readonly because: string }
  | { readonly result: "failed"; readonly complaints: readonly Complaint[] };

/** One thing that is not as it must be. */
export interface Complaint {
  readonly what: string;
  readonly expected?: string | undefined;
  readonly received?: string | undefined;
}

/** A running target with everything that asks it. */
export interface Subject {
  readonly kind: TargetKind;
  readonly target: Target;
  /** What a cell comes to. Never rejects. */
  run(cell: Cell): Promise<Outcome>;
  close(): Promise<void>;
}

/** Starts a target and gets ready to ask it. */
export const open = async (kind: TargetKind): Promise<Subject> =>
  subjectOf(kind, await kind.start());

/** Gets ready to ask a target that runs; closes it in the end. */
export function subjectOf(kind: TargetKind, target: Target): Subject {
  const connected = new Map<string, { connection: Connected; found: () => Promise<any> }>();
  const by = (caller: Caller) => {
    let entry = connected.get(caller.name);
    if (!entry) {
      const connection = caller.connect(kind, target);
      connected.set(
        caller.name,
        (entry = { connection, found: kind.service.finder(connection.call, target) }),
      );
    }
    return entry;
  };

  return {
    kind,
    target,
    async run({ what, skipped }) {
      if (skipped) return { result: "skipped", because: skipped };
      try {
        if ("exchange" in what)
          return verdict(await runExchange(what, by(http).found, target, kind));
        const { connection, found } = by(what.caller);
        return verdict(await runCase(what, connection, found, kind));
      } catch (error) {
        if (isSkip(error) && isStranger(kind)) return { result: "skipped", because: error.message };
        return { result: "failed", complaints: [complaintOf(error)] };
      }
    },
    async close() {
      for (const { connection } of connected.values()) await connection.close().catch(() => {});
      await target.close();
    },
  };
}

/** A deployment may well give no occasion for a case; what the suite has set up itself must. */
const isStranger = ({ isRig, knows }: TargetKind) => !isRig && knows === "everything";

const verdict = (complaints: readonly Complaint[]): Outcome =>
  complaints.length > 0 ? { result: "failed", complaints } : { result: "passed" };

async function runCase(
  { operation, case: each }: OperationCase,
  { call }: Connected,
  found: () => Promise<any>,
  { knows }: TargetKind,
): Promise<Complaint[]> {
  const input = typeof each.send === "function" ? await each.send(await found()) : each.send;
  const headers = { ...each.headers, ...circumstances(each) };
  const reply = await call(operation, input, { headers });
  const said = JSON.stringify(reply.value);

  if (knows === "document") return mockComplaints(each, reply);
  const complaints: Complaint[] = reply.departures.map((what) => ({ what }));
  if (reply.status !== each.status) {
    complaints.push({
      what: "the status",
      expected: String(each.status),
      received: `${reply.status} ${said.slice(0, 400)}`,
    });
    return complaints;
  }
  const { code } = (reply.value ?? {}) as { code?: string };
  if (each.problem && code !== each.problem)
    complaints.push({ what: "the problem's code", expected: each.problem, received: code });
  if (said.includes(LEAK))
    complaints.push({ what: "the answer tells of the fault inside", received: said.slice(0, 400) });
  if (each.answer)
    complaints.push(
      ...(await thrownBy(() => assert.partialDeepStrictEqual(reply.value, each.answer))),
    );
  if (each.check && complaints.length === 0) {
    const site = await found();
    complaints.push(...(await thrownBy(() => each.check!(reply as never, site))));
  }
  return complaints;
}

/** The headers by which the rig makes up the circumstances of a case. */
const circumstances = ({
  fault,
  spent,
}: Pick<Exchange, "fault" | "spent">): Record<string, string> => ({
  ...(fault && { [FAULT_HEADER]: String(fault) }),
  ...(spent && { [CLIENT_HEADER]: SPENT }),
});

/** A mock must take what is right and refuse what the document lets it see is wrong, with whatever status it likes. */
function mockComplaints({ status }: Case<any>, reply: Reply): Complaint[] {
  if (status < 300) {
    const complaints = reply.departures.map((what) => ({ what }));
    if (reply.status !== status)
      complaints.unshift({
        what: `the mock's status is ${reply.status}, not ${status}: ${JSON.stringify(reply.value).slice(0, 400)}`,
      });
    return complaints;
  }
  return reply.status >= 400 && reply.status < 500
    ? []
    : [{ what: "the mock's status", expected: "4xx", received: String(reply.status) }];
}

async function runExchange(
  what: BindingCase | { readonly exchange: Exchange<any> },
  found: () => Promise<any>,
  target: Target,
  { service }: TargetKind,
): Promise<Complaint[]> {
  const judge = judgeOf(service);
  const { exchange: each } = what;
  const said = typeof each.ask === "function" ? await each.ask(await found()) : each.ask;
  const asking = { ...said, headers: { ...said.headers, ...circumstances(each) } };
  const answer = await target.ask(asking);
  const complaints: Complaint[] = judge.breaches(answer, asking).map((what) => ({ what }));
  if ("binding" in what) {
    const departures = [
      ...judge.departuresOfBinding(what.binding, answer),
      ...officialMisfits(what.binding, answer),
    ];
    complaints.push(...departures.map((what) => ({ what })));
  }
  if (answer.text.includes(LEAK))
    complaints.push({
      what: "the answer tells of the fault inside",
      received: answer.text.slice(0, 400),
    });
  const mismatch = (what: string, expected: string, received: string | undefined) =>
    complaints.push({ what, expected, received });
  if (answer.text.includes(LEAK))
    mismatch("the answer", "nothing of the fault inside", answer.text.slice(0, 400));
  if (answer.status !== each.status)
    mismatch("the status", String(each.status), `${answer.status} ${answer.text.slice(0, 400)}`);
  if (each.mediaType && mediaTypeOf(answer) !== each.mediaType)
    mismatch("the media type", each.mediaType, mediaTypeOf(answer));
  for (const [name, value] of Object.entries(each.headers ?? {})) {
    const received = answer.headers[name];
    const fits = typeof value === "string" ? received === value : value.test(received ?? "");
    if (!fits) mismatch(`the header ${name}`, String(value), received);
  }
  if (each.check && complaints.length === 0)
    complaints.push(...(await thrownBy(async () => each.check!(answer, await found()))));
  return complaints;
}

async function thrownBy(check: () => unknown): Promise<Complaint[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (isSkip(error)) throw error;
    return [complaintOf(error)];
  }
}

function complaintOf(error: unknown): Complaint {
  if (!(error instanceof assert.AssertionError))
    return { what: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  const shown = (value: unknown) =>
    value === undefined ? undefined : inspect(value, { depth: 5, breakLength: 100 }).slice(0, 600);
  const own = error.generatedMessage ? "the answer" : error.message.slice(0, 1200);
  return {
    what: own,
    ...(error.generatedMessage && {
      expected: shown(error.expected),
      received: shown(error.actual),
    }),
  };
}
