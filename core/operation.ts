/** What the spec of a service is to the types: a service fixes it in one place, `core/<service>/contract.ts`. */
export interface Contract {
  /** openapi-typescript's `operations`. */
  readonly operations: object;
  /** The inputs of each operation that have a default. */
  readonly defaulted: object;
  /** The media types besides JSON that each operation's success can be had in. */
  readonly renderings: object;
  /** What an operation may use besides its input. */
  readonly context: object;
}

/** The name of an operation: the same in the spec, the core, the clients and the conformance suite. */
export type OperationName<C extends Contract> = keyof C["operations"] &
  keyof C["defaulted"] &
  keyof C["renderings"] &
  string;

/** What an operation is given: its path and query parameters and its body, as one object. */
export type Input<C extends Contract, Name extends OperationName<C>> = Flatten<
  WithDefaults<RequestInput<C["operations"][Name]>, C["defaulted"][Name]>
>;

/** What an operation answers when it succeeds. */
export type Output<C extends Contract, Name extends OperationName<C>> = Success<
  ResponsesOf<C["operations"][Name]>
>;

/** Carries out an operation. Throws a `Problem` for what the caller should hear. */
export type Operation<C extends Contract, Name extends OperationName<C>> = (
  input: Input<C, Name>,
  context: C["context"],
) => Promise<Output<C, Name>> | Output<C, Name>;

/** An implementation of every operation of a spec. */
export type Operations<C extends Contract> = {
  readonly [Name in OperationName<C>]: Operation<C, Name>;
};

/** Accepts exactly the operations of the spec: a missing one does not compile, nor one too many. */
export function exactly<C extends Contract>() {
  return <T extends Operations<C>>(
    all: T & Record<Exclude<keyof T, keyof Operations<C>>, never>,
  ): Operations<C> => all;
}

/** The media types besides JSON in which an operation's success can be had. */
export type Rendering<C extends Contract, Name extends OperationName<C>> = C["renderings"][Name] &
  string;

/** How an operation's success is written where the client does not want the JSON record. */
export interface Representation<Value, MediaType extends string> {
  /** What can be had, the server's own preference first. */
  readonly offers: readonly (MediaType | "application/json")[];
  /** Brings together what Accept chose and what the input says; either may settle the other. */
  resolve(
    accepted: MediaType | "application/json",
    input: Record<string, unknown>,
  ): {
    mediaType: MediaType | "application/json";
    input: Record<string, unknown>;
  };
  /** Headers of the answer, in every media type. */
  headers(value: Value): Record<string, string>;
  /** The body where the media type is not JSON. */
  body(value: Value): string;
}

/** A representation for every operation that has media types besides JSON. */
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

/** An input that has a default is there by the time an operation sees it. */
type WithDefaults<T, Key> = Omit<T, Key & keyof T> & { [K in Key & keyof T]-?: NonNullable<T[K]> };

type Flatten<T> = { [Key in keyof T]: T[Key] } & {};
