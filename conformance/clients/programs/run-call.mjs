// Makes a call with a new client. Plain JavaScript, because Node.js 18, workers and pages run it.

/** Resolves with the value of a call, or with a description of its error. */
export const runCall = ({ Client, JackfieldError }, { options, call }) =>
  callMethod(new Client(options), call).then(
    (value) => ({ value }),
    (error) => ({ error: describe(error, JackfieldError) }),
  );

/** `absent` are the positions of arguments that JSON can't represent: undefined. */
async function callMethod(client, { resource, method, readsAllPages, abortAfter, ...call }) {
  const { positional, absent, named } = call;
  const callOptions =
    abortAfter === undefined
      ? call.callOptions
      : { ...call.callOptions, signal: createSignal(abortAfter) };
  const receiver = resource === undefined ? client : client[resource];
  const args = positional.map((value, index) => (absent?.includes(index) ? undefined : value));
  if (call.collects !== undefined)
    return await collect((options) => receiver[method]({ ...named, ...options }), call);
  const result = receiver[method](...args, ...(named ? [named] : []), callOptions);
  return await (readsAllPages ? result.all() : result);
}

/** Collects items of a stream, and closes it, or aborts it and waits for its end. */
async function collect(open, { collects, aborts }) {
  const controller = new AbortController();
  const items = [];
  for await (const item of open({ signal: controller.signal })) {
    if (items.push(item) !== collects) continue;
    if (!aborts) break;
    controller.abort();
  }
  return items;
}

function createSignal(abortAfter) {
  const controller = new AbortController();
  if (abortAfter > 0) setTimeout(() => controller.abort(), abortAfter);
  else controller.abort();
  return controller.signal;
}

/** The properties of an error, and everything that a log could contain of it. */
function describe(error, JackfieldError) {
  const { name, code, message, status, requestId, hint, retryable, retryAfter } = error;
  const { problem, attempts, sent, idempotencyKey } = error;
  return {
    isJackfieldError: error instanceof JackfieldError,
    ...{ name, code, message, status, requestId, hint, retryable, retryAfter },
    ...{ problem, attempts, sent, idempotencyKey },
    printed: `${error.stack} ${error.cause?.stack ?? ""}`,
  };
}
