/** The arguments of a tool that belong to the body of its request, already validated. */
export type BodyArguments = Readonly<Record<string, unknown>>;

/** The body of a request, with the headers that describe it. */
export interface ComposedBody {
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Creates the body of a tool whose arguments differ from the fields of the app's API. */
export interface Composer {
  compose(args: BodyArguments): ComposedBody;
  /** Whether the argument `url` may name a file to download, whose bytes become `data`. */
  readonly takesFileUrl?: boolean | undefined;
}

/** Composers by the name that `compose` of a binding has. */
export type Composers = Readonly<Record<string, Composer>>;

/** Returns the composer with a name of an app, or undefined if the app has none with that name. */
export type LoadComposer = (slug: string, name: string) => Promise<Composer | undefined>;

export const jsonBody = (value: unknown): ComposedBody => ({
  type: "application/json",
  content: JSON.stringify(value),
});
