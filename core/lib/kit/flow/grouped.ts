/**
 * Groups the calls of a function that does several at once for little more than the cost of one, such
 * as a statement on a database. The first call starts after `gather`, by default at once, and those that
 * arrive until then run with it. Calls that arrive while a group runs wait for the next one, so each is
 * run after it was made. A group has at most `max`. If it fails, its calls are run again each by itself,
 * so that a call fails only because of itself. Nobody waits for a result that is a promise but its caller.
 */
export function createGrouped<Input, Result>(
  run: (inputs: readonly Input[]) => Promise<readonly (Result | Promise<Result>)[]>,
  { max, gather }: { readonly max: number; readonly gather?: (() => Promise<unknown>) | undefined },
): (input: Input) => Promise<Result> {
  interface Call extends PromiseWithResolvers<Result> {
    readonly input: Input;
  }
  const waiting: Call[] = [];
  let isRunning = false;

  const runCalls = async (calls: readonly Call[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ input }) => input));
      if (results.length !== calls.length) throw new Error("Each call needs one result.");
      for (const [index, result] of results.entries()) calls[index]?.resolve(result);
    } catch (error) {
      const [first, ...others] = calls;
      if (others.length === 0) first?.reject(error);
      else await Promise.all(calls.map((call) => runCalls([call])));
    }
  };
  const runWaiting = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      if (gather) await gather();
      await runCalls(waiting.splice(0, max));
    }
    isRunning = false;
  };

  return (input) => {
    const call: Call = { input, ...Promise.withResolvers<Result>() };
    waiting.push(call);
    if (!isRunning) void runWaiting();
    return call.promise;
  };
}
