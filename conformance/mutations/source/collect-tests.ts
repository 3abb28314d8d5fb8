import { vi } from "vitest";

type Body = (...parameters: unknown[]) => unknown;

/** The tests of a file by their full titles, each with its `beforeEach` hooks. */
export type CollectedTests = ReadonlyMap<string, () => Promise<void>>;

/**
 * Imports a test file again, with all modules that it imports, and returns its tests without running
 * them. Modules that `vi.doMock` replaces are replaced in it.
 */
export async function collectTests(path: string): Promise<CollectedTests> {
  const tests = new Map<string, () => Promise<void>>();
  let hooks: readonly Body[] = [];
  let names: readonly string[] = [];

  const add = (title: string, body: Body, parameters: readonly unknown[] = []) => {
    const before = hooks;
    tests.set([...names, title].join(" › "), async () => {
      for (const hook of before) await hook();
      await body(...parameters);
    });
  };
  const it = (title: string, ...rest: unknown[]) => add(title, findBody(rest));
  const describe = (name: string, body: Body, parameters: readonly unknown[] = []) => {
    const outer = { hooks, names };
    names = [...names, name];
    body(...parameters);
    ({ hooks, names } = outer);
  };
  const each =
    (define: (title: string, body: Body, parameters: readonly unknown[]) => void) =>
    (rows: readonly unknown[]) =>
    (title: string, ...rest: unknown[]) => {
      for (const row of rows) {
        const parameters: readonly unknown[] = Array.isArray(row) ? row : [row];
        let used = 0;
        define(
          title.replaceAll("%s", () => String(parameters[used++])),
          findBody(rest),
          parameters,
        );
      }
    };

  vi.resetModules();
  vi.doMock("vitest", async (original) => ({
    ...(await original<object>()),
    it: Object.assign(it, {
      each: each(add),
      // A row is the first parameter, also if it is a list.
      for: (rows: readonly unknown[]) => each(add)(rows.map((row) => [row])),
    }),
    describe: Object.assign(describe, { each: each(describe) }),
    beforeEach: (hook: Body) => {
      hooks = [...hooks, hook];
    },
  }));
  try {
    await import(path);
  } finally {
    vi.doUnmock("vitest");
  }
  return tests;
}

const findBody = (rest: readonly unknown[]): Body =>
  rest.find((each) => typeof each === "function") as Body;
