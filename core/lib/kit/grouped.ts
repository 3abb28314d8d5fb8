/**
 * Groups the calls of a function that does several at once for little more than the cost of one, such
 * as a statement on a database. The first call starts at once. Those that arrive while it runs wait, and
 * are then run together, at most `max` at a time. If a group fails, its calls are run one by one, so that
 * a call fails only because of itself.
 */
export function createGrouped<Input, Result>(
  run: (inputs: readonly Input[]) => Promise<readonly Result[]>,
  { max }: { readonly max: number },
): (input: Input) => Promise<Result> {
  interface Call extends PromiseWithResolvers<Result> {
    readonly input: Input;
  }
  const waiting: Call[] = [];
  let isRunning = false;

  const runCalls = async (calls: readonly Call[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ input }) => input));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index]!);
    } catch (error) {
      if (calls.length === 1) calls[0]!.reject(error);
      else for (const call of calls) await runCalls([call]);
    }
  };
  const runWaiting = async () => {
    isRunning = true;
    while (waiting.length > 0) await runCalls(waiting.splice(0, max));
    isRunning = false;
  };

  return (input) => {
    const call: Call = { input, ...Promise.withResolvers<Result>() };
    waiting.push(call);
    if (!isRunning) void runWaiting();
    return call.promise;
  };
}
