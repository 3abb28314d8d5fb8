/** Operations whose form a standard of others' has laid down: what the spec of a service says of them, as types. */
export interface ProtocolContract {
  /** openapi-typescript's `operations`. */
  readonly operations: object;
  /** What a binding may use besides its input. */
  readonly context: object;
}

export type ProtocolOperationName<C extends ProtocolContract> = keyof C["operations"] & string;

/** What a binding is given: kept apart by where it comes from. Headers are known by their names in lower case. */
export interface ProtocolInput<C extends ProtocolContract, Name extends ProtocolOperationName<C>> {
  readonly path: ParametersIn<C["operations"][Name], "path">;
  readonly query: ParametersIn<C["operations"][Name], "query">;
  readonly headers: LowerCase<ParametersIn<C["operations"][Name], "header">>;
  readonly body: Body<C["operations"][Name]>;
}

/** What a binding may answer: a status, and the body that goes with it. */
export type ProtocolOutput<
  C extends ProtocolContract,
  Name extends ProtocolOperationName<C>,
> = ResponsesByStatus<Responses<C["operations"][Name]>>;

/** Carries out a binding. Throws a `Problem` for what the caller should hear; its protocol has words for that. */
export type ProtocolOperation<C extends ProtocolContract, Name extends ProtocolOperationName<C>> = (
  input: ProtocolInput<C, Name>,
  context: C["context"],
) => Promise<ProtocolOutput<C, Name>> | ProtocolOutput<C, Name>;

/** An implementation of every binding of a spec. */
export type ProtocolOperations<C extends ProtocolContract> = {
  readonly [Name in ProtocolOperationName<C>]: ProtocolOperation<C, Name>;
};

type ParametersIn<Spec, Key extends string> = Spec extends { parameters: infer P }
  ? P extends { [K in Key]?: infer V }
    ? NonNullable<V>
    : unknown
  : unknown;
type LowerCase<T> = { [K in keyof T as Lowercase<K & string>]: T[K] };
type Body<Spec> = Spec extends { requestBody: { content: { "application/json": infer B } } }
  ? B
  : Spec extends { requestBody?: { content: { "application/json": infer B } } }
    ? B | undefined
    : undefined;
type Responses<Spec> = Spec extends { responses: infer R } ? R : never;
type ResponsesByStatus<R> = {
  [Status in keyof R]: R[Status] extends { content: { "application/json": infer B } }
    ? {
        readonly status: Status;
        readonly body: B;
        readonly headers?: Readonly<Record<string, string>>;
      }
    : never;
}[keyof R];
