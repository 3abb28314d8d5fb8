/** The data of a response with its HTTP details. */
export interface CallResult<Data> {
  readonly data: Data;
  readonly response: { readonly status: number; readonly headers: Headers };
  /** The ID with which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  /** The remaining quota of the rate limit, if the service has one. */
  readonly rate: RateLimit | undefined;
}

/** The rate limit after a request. */
export interface RateLimit {
  /** The number of requests that may be sent now. */
  readonly remaining: number;
  /** The seconds until there are more. */
  readonly resetSeconds: number;
}

/** A call in progress: a promise of its data. `withResponse()` also gives the HTTP details. */
export class Call<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag]: string = "Call";
  readonly #start: () => Promise<CallResult<Data>>;
  #result: Promise<CallResult<Data>> | undefined;

  /** With `isLazy`, the request is sent when the result is first needed, not at once. */
  constructor(start: () => Promise<CallResult<Data>>, isLazy = false) {
    this.#start = start;
    if (!isLazy) this.withResponse();
  }

  /** Resolves with the data, the response's status and headers, and the rate limit. */
  withResponse(): Promise<CallResult<Data>> {
    this.#result ??= this.#start();
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is a promise
  then<Value = Data, Failure = never>(
    onData?: ((data: Data) => Value | PromiseLike<Value>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Value | Failure> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onData, onError);
  }

  catch<Failure = never>(
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Data | Failure> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Data> {
    return this.then().finally(onEnd);
  }
}
