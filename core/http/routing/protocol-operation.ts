/** The operations that a commerce protocol (UCP, ACP) defines, as types. */
export interface ProtocolContract {
  /** The `operations` interface that openapi-typescript generates. */
  readonly operations: object;
  /** The arguments of protocol operations in addition to their input. */
  readonly context: object;
}

export type ProtocolOperationName<C extends ProtocolContract> = keyof C["operations"] & string;

/** The input of a protocol operation, grouped by location. Header names are lowercase. */
export interface ProtocolInput<C extends ProtocolContract, Name extends ProtocolOperationName<C>> {
  readonly path: ParametersIn<C["operations"][Name], "path">;
  readonly query: ParametersIn<C["operations"][Name], "query">;
  readonly headers: LowerCase<ParametersIn<C["operations"][Name], "header">>;
  readonly body: Body<C["operations"][Name]>;
}

/** The possible responses of a protocol operation: each status with the type of its body. */
export type ProtocolOutput<
  C extends ProtocolContract,
  Name extends ProtocolOperationName<C>,
> = ResponsesByStatus<Responses<C["operations"][Name]>>;

/**
 * Implements a protocol operation. A thrown `Problem` becomes an error in the protocol's format.
 */
export type ProtocolOperation<C extends ProtocolContract, Name extends ProtocolOperationName<C>> = (
  input: ProtocolInput<C, Name>,
  context: C["context"],
) => Promise<ProtocolOutput<C, Name>> | ProtocolOutput<C, Name>;

/** Implementations of all protocol operations of a service. */
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
