/** The arguments of a tool that belong to the body of its request, already validated. */
export type BodyArguments = Readonly<Record<string, unknown>>;

/** The body of a request, with the headers that describe it. */
export interface ComposedBody {
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Creates a body from arguments that differ from the fields of the app's API. */
export type ComposeBody = (args: BodyArguments) => ComposedBody;

export const jsonBody = (value: unknown): ComposedBody => ({
  type: "application/json",
  content: JSON.stringify(value),
});
