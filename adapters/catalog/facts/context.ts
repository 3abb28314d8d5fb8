import * as z from "zod";

const pointer = z.string().regex(/^(?:\/.+)?$/, "must be a JSON Pointer");
const condition = z.strictObject({
  at: pointer,
  is: z.union([z.string(), z.number(), z.boolean()]),
});
/** What a connection belongs to at its app (`AppContext`). */
export const appContext = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9_]*$/),
    label: z.string().min(1),
    methods: z.array(z.string()).min(1).optional().describe("All methods by default."),
    from: z
      .string()
      .regex(
        /^(?:token|callback|credentials|(?:https:\/\/[^\s/]+)?\/[^\s#]+)$/,
        "must be `token`, `callback`, `credentials`, a path or an HTTPS URL",
      )
      .describe(
        "A path of the app or a URL to request after the sign-in, `token` (the response with the " +
          "token), `callback` (the query with which the user returns) or `credentials` (the " +
          "entered values). The request reads little and accepts all valid credentials.",
      ),
    list: pointer.optional().describe("The JSON Pointer of the list of choices."),
    where: condition.optional().describe("Selects choices."),
    first: condition.optional().describe("Selects the default choice."),
    values: z
      .record(
        z.string().regex(/^[a-z][a-z0-9_]*$/),
        z.union([
          pointer,
          z.strictObject({
            at: pointer,
            after: z.string().min(1).optional(),
            before: z.string().min(1).optional(),
            template: z.string().includes("{value}").optional(),
          }),
        ]),
      )
      .refine((values) => Object.keys(values).length > 0, "must have a value")
      .describe(
        "JSON Pointers by name, or parts of texts. The first one identifies the choice. Each is a " +
          "`{name}` in `base`, `placements` and arguments like a field, and users no longer enter " +
          "a field of the app with that name, unless the sign-in needs it.",
      ),
    text: pointer.optional().describe("The JSON Pointer of the choice's name for people."),
  })
  .refine(
    ({ from, values }) =>
      Object.values(values).every((value) =>
        isPublic(from, typeof value === "string" ? { at: value } : value),
      ),
    "must not be a secret: the context is stored in plain text",
  );

/** Whether a value can be stored in plain text. A part of a credential can, such as a region. */
const isPublic = (
  from: string,
  {
    at,
    after,
    before,
  }: {
    readonly at: string;
    readonly after?: string | undefined;
    readonly before?: string | undefined;
  },
): boolean =>
  from === "credentials"
    ? after !== undefined || before !== undefined
    : !/(?:token|secret|password|code)$/i.test(at);

/** The location and the name of an argument, and optionally the start of the paths. */
const argumentKey = z
  .string()
  .regex(
    /^(?:(?:path|query|body) \S+|header [a-z0-9-]+)(?: \/\S*)?$/,
    "must be the location and the name of an argument, with headers in lower case",
  );
export const fixedArguments = z.record(argumentKey, z.string().min(1));
export const defaultArguments = z.record(
  argumentKey,
  z.union([
    z.string().min(1),
    z.strictObject({ value: z.string().min(1), unless: z.array(z.string()).min(1) }),
  ]),
);

/** A sentence for each name in the context, the arguments or the base URL that nothing has. */
export function findUnknownNames({
  base = "",
  baseFields = [],
  methods,
  context: entries = [],
  fixedArguments: fixed = {},
  defaultArguments: defaults = {},
}: {
  base?: string | undefined;
  baseFields?: readonly { name: string }[] | undefined;
  methods: readonly { id: string }[];
  context?: readonly z.infer<typeof appContext>[] | undefined;
  fixedArguments?: z.infer<typeof fixedArguments> | undefined;
  defaultArguments?: z.infer<typeof defaultArguments> | undefined;
}): string[] {
  const problems: string[] = [];
  const placeholders = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const ids = methods.map(({ id }) => id);
  const texts = [
    base,
    ...Object.values({ ...fixed, ...defaults }).map((each) =>
      typeof each === "string" ? each : each.value,
    ),
  ];
  for (const id of entries.flatMap((entry) => entry.methods ?? []))
    if (!ids.includes(id)) problems.push(`context: the app has no method "${id}"`);
  for (const id of ids) {
    const known = new Set(baseFields.map(({ name }) => name));
    const names = new Set<string>();
    for (const { name, from, values } of entries.filter(
      (entry) => entry.methods?.includes(id) ?? true,
    )) {
      if (names.has(name)) problems.push(`context: "${name}" occurs twice for the method "${id}"`);
      names.add(name);
      for (const each of placeholders(from.startsWith("/") ? base + from : from))
        if (!known.has(each)) problems.push(`context: ${name} has the unknown name {${each}}`);
      for (const each of Object.keys(values)) known.add(each);
    }
    for (const text of texts)
      for (const each of placeholders(text))
        if (!known.has(each)) problems.push(`"${text}" has a name unknown to "${id}": {${each}}`);
  }
  return [...new Set(problems)];
}
