/** The spec of a service as types. Each service defines its own in `core/<service>/contract.ts`. */
export interface Contract {
  /** The `operations` interface that openapi-typescript generates. */
  readonly operations: object;
  /** The names of the inputs with a default, by operation. */
  readonly defaulted: object;
  /** The media types of successful responses other than JSON, by operation. */
  readonly renderings: object;
  /** The arguments of operations in addition to their input. */
  readonly context: object;
}

/**
 * The name of an operation, the same in the spec, the core, the clients and the conformance suite.
 */
export type OperationName<C extends Contract> = keyof C["operations"] &
  keyof C["defaulted"] &
  keyof C["renderings"] &
  string;

/** The input of an operation: path parameters, query parameters and body members as one object. */
export type Input<C extends Contract, Name extends OperationName<C>> = Flatten<
  WithDefaults<RequestInput<C["operations"][Name]>, C["defaulted"][Name]>
>;

/** The JSON body of an operation's successful response. */
export type Output<C extends Contract, Name extends OperationName<C>> = Success<
  ResponsesOf<C["operations"][Name]>
>;

/** Implements an operation. Throws a `Problem` for errors that the client should see. */
export type Operation<C extends Contract, Name extends OperationName<C>> = (
  input: Input<C, Name>,
  context: C["context"],
) => Promise<Output<C, Name>> | Output<C, Name>;

/** Implementations of all operations of a service. */
export type Operations<C extends Contract> = {
  readonly [Name in OperationName<C>]: Operation<C, Name>;
};

/**
 * Accepts exactly the operations of the spec. A missing or additional operation is a compile error.
 */
export function exactly<C extends Contract>() {
  return <T extends Operations<C>>(
    all: T & Record<Exclude<keyof T, keyof Operations<C>>, never>,
  ): Operations<C> => all;
}

/** The media types of an operation's successful response other than JSON. */
export type Rendering<C extends Contract, Name extends OperationName<C>> = C["renderings"][Name] &
  string;

/** Writes an operation's successful response in media types other than JSON. */
export interface Representation<Value, MediaType extends string> {
  /** The available media types, in the server's order of preference. */
  readonly offers: readonly (MediaType | "application/json")[];
  /**
   * Combines the media type negotiated from Accept with the input. Each may determine the other.
   */
  resolve(
    accepted: MediaType | "application/json",
    input: Record<string, unknown>,
  ): {
    mediaType: MediaType | "application/json";
    input: Record<string, unknown>;
  };
  /** Returns the response headers for every media type. */
  headers(value: Value): Record<string, string>;
  /** Returns the body for media types other than JSON. */
  body(value: Value): string;
}

/** A representation for every operation with media types other than JSON. */
export type Representations<C extends Contract> = {
  readonly [Name in OperationName<C> as Rendering<C, Name> extends never
    ? never
    : Name]: Representation<Output<C, Name>, Rendering<C, Name>>;
};

type Parameters<Spec> = Spec extends { parameters: infer P } ? P : never;
type ResponsesOf<Spec> = Spec extends { responses: infer R } ? R : never;

type RequestInput<Spec> = DefinedOrUnknown<Member<Parameters<Spec>, "path">> &
  DefinedOrUnknown<Member<Parameters<Spec>, "query">> &
  JsonContent<Member<Spec, "requestBody">>;

type Success<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202 | 204
    ? JsonContent<Responses[Status]>
    : never;
}[keyof Responses];

type Member<T, Key extends string> = Key extends keyof T
  ? T[Key]
  : T extends { [K in Key]?: infer V }
    ? V
    : never;
type JsonContent<T> =
  NonNullable<T> extends { content: { "application/json": infer Body } } ? Body : unknown;
type DefinedOrUnknown<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;

/** Makes inputs with a default required, because parsing fills them in. */
type WithDefaults<T, Key> = Omit<T, Key & keyof T> & { [K in Key & keyof T]-?: NonNullable<T[K]> };

type Flatten<T> = { [Key in keyof T]: T[Key] } & {};
