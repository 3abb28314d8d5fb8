/** How the generated methods of a client state the verb and the path of their request. */
interface MethodCode {
  /** Its first group is the verb. */
  readonly verb: RegExp;
  /** Its first group is the path, or the texts between the variables of a template. */
  readonly path: RegExp;
}

/**
 * Reads the endpoints from the code of the methods of prototypes, for clients whose methods reject
 * placeholders. Nothing is called.
 */
export function readMethods(prototypes: readonly object[], { verb, path }: MethodCode): string[] {
  return prototypes
    .flatMap((prototype) =>
      Object.getOwnPropertyNames(prototype)
        .filter((name) => name !== "constructor")
        .map((name): unknown => Reflect.get(prototype, name)),
    )
    .flatMap((method) => {
      const code = typeof method === "function" ? method.toString() : "";
      const [, verbText] = verb.exec(code) ?? [];
      const [, pathText] = path.exec(code) ?? [];
      if (verbText === undefined || pathText === undefined) return [];
      return `${verbText} ${pathText.replaceAll('", "', "{}")}`;
    });
}
