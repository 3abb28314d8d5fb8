/** An operation's path, and what moves from its start to the base URL. */
export interface FilledPath {
  readonly path: string;
  /** Begins with a slash. Contains the fields of the connection that the path refers to. */
  readonly basePath?: string | undefined;
}

/**
 * Replaces path parameters by the overlay's values. A value such as `{username}` is a field of the
 * connection. The part of the path up to it belongs to the base URL then, because only base URLs
 * have fields. Leaves a parameter as it is if it isn't a whole segment.
 */
export function fillPathValues(
  path: string,
  values: Readonly<Record<string, string>> = {},
): FilledPath {
  const segments = path.split("/").map((segment) => {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    const value = name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
    return { text: value ?? segment, isField: value?.startsWith("{") === true };
  });
  const lastField = segments.findLastIndex(({ isField }) => isField);
  const join = (parts: typeof segments) => parts.map(({ text }) => text).join("/");
  if (lastField === -1) return { path: join(segments) };
  const basePath = join(segments.slice(0, lastField + 1));
  // A parameter before the field can't be part of the base URL.
  const isFixed = segments
    .slice(0, lastField)
    .every(({ text, isField }) => isField || !text.includes("{"));
  if (!isFixed) return { path };
  const rest = join(segments.slice(lastField + 1));
  return { path: rest === "" ? "" : `/${rest}`, basePath };
}
