/** Operations whose form a standard of others' has laid down: what the spec of a service says of them, as types. */
export interface BindingContract {
  /** openapi-typescript's `operations`. */
  readonly operations: object;
  /** What a binding may use besides its input. */
  readonly context: object;
}

export type BindingName<C extends BindingContract> = keyof C["operations"] & string;

/** What a binding is given: kept apart by where it comes from. Headers are known by their names in lower case. */
export interface BindingInput<C extends BindingContract, Name extends BindingName<C>> {
  readonly path: Part<C["operations"][Name], "path">;
  readonly query: Part<C["operations"][Name], "query">;
  readonly headers: LowerCase<Part<C["operations"][Name], "header">>;
  readonly body: Body<C["operations"][Name]>;
}

/** What a binding may answer: a status, and the body that goes with it. */
export type BindingOutput<C extends BindingContract, Name extends BindingName<C>> = Answers<
  Responses<C["operations"][Name]>
>;

/** Carries out a binding. Throws a `Problem` for what the caller should hear; its protocol has words for that. */
export type Binding<C extends BindingContract, Name extends BindingName<C>> = (
  input: BindingInput<C, Name>,
  context: C["context"],
) => Promise<BindingOutput<C, Name>> | BindingOutput<C, Name>;

/** An implementation of every binding of a spec. */
export type Bindings<C extends BindingContract> = {
  readonly [Name in BindingName<C>]: Binding<C, Name>;
};

type Part<Spec, Key extends string> = Spec extends { parameters: infer P }
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
type Answers<R> = {
  [Status in keyof R]: R[Status] extends { content: { "application/json": infer B } }
    ? {
        readonly status: Status;
        readonly body: B;
        readonly headers?: Readonly<Record<string, string>>;
      }
    : never;
}[keyof R];
