import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { ClientMethodCall } from "../callers/client-call.ts";

/** A call that a client program makes with a new client. */
export type ProgramCall = ClientMethodCall;

/** The outcome of a call: its value, or the client's error. */
export interface ProgramOutcome {
  readonly value?: unknown;
  readonly error?: ClientError;
}

/** A client's error, with the names of the JavaScript client. */
export interface ClientError {
  readonly isJackfieldError: boolean;
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly hint?: string;
  readonly retryable: boolean;
  readonly retryAfter?: number;
  readonly problem?: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly sent: number;
  readonly idempotencyKey?: string;
  /** Everything that a log could contain of the error. */
  readonly printed: string;
}

/** A program in which a client runs, in another runtime or language. */
export interface ClientProgram {
  /** Creates a client with these options and calls a method. Never rejects for a client's error. */
  call(options: Readonly<Record<string, unknown>>, call: ProgramCall): Promise<ProgramOutcome>;
  close(): Promise<void>;
}

/** A call as programs receive it. */
export interface ProgramRequest {
  readonly id: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly call: object;
}

/** JSON can't represent undefined, so `absent` lists the positions of undefined arguments. */
export function toProgramRequest(
  id: number,
  options: Readonly<Record<string, unknown>>,
  { positional, options: named, ...call }: ProgramCall,
): ProgramRequest {
  const absent = positional.flatMap((value, index) => (value === undefined ? [index] : []));
  return { id, options, call: { ...call, positional, absent, named } };
}

/** Starts a program that reads calls and writes outcomes as JSON lines. */
export function startClientProgram(
  [executable, ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ClientProgram {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(executable!, args, {
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const waiting = new Map<number, PromiseWithResolvers<ProgramOutcome>>();
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, ...outcome } = JSON.parse(line) as ProgramOutcome & { id: number };
    waiting.get(id)?.resolve(outcome);
    waiting.delete(id);
  });
  let hasExited = false;
  const exited = once(child, "close").then(([code]) => {
    hasExited = true;
    for (const { reject } of waiting.values())
      reject(new Error(`The client program exited with ${code}: ${errors}`));
    waiting.clear();
  });
  let nextId = 1;
  return {
    call(options, call) {
      if (hasExited) return Promise.reject(new Error(`The client program has exited: ${errors}`));
      const id = nextId++;
      const outcome = Promise.withResolvers<ProgramOutcome>();
      waiting.set(id, outcome);
      child.stdin.write(`${JSON.stringify(toProgramRequest(id, options, call))}\n`);
      return outcome.promise;
    },
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}
