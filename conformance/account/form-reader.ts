/** A control of a form. */
export interface Field {
  readonly name: string;
  /** The type of an input, `textarea` or `select`. */
  readonly type: string;
  readonly value: string;
  /** Whether a person types or chooses the value. */
  readonly isEntered: boolean;
  /** Whether the value is one of several. */
  readonly isChoice: boolean;
  /** Whether a browser sends it as the page is. */
  readonly isChosen: boolean;
}

/** A form that a page posts. */
export interface Form {
  readonly action: string;
  readonly fields: readonly Field[];
}

/** Reads the forms of a page that are posted. */
export const readForms = (html: string): readonly Form[] =>
  [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    .filter(([, attributes]) => attributes!.includes('method="post"'))
    .map(([, attributes, inner]) => ({
      action: readAttribute(attributes!, "action")!,
      fields: readFields(inner!),
    }));

const CONTROL = /<(input|select|textarea)\b([^>]*)>(?:([\s\S]*?)<\/\1>)?/g;

const readFields = (html: string): readonly Field[] =>
  [...html.replaceAll(/<input\b[^>]*>/g, "$&</input>").matchAll(CONTROL)].flatMap(
    ([, tag, attributes, content = ""]) => {
      const name = readAttribute(attributes!, "name");
      if (name === undefined) return [];
      const type = tag === "input" ? (readAttribute(attributes!, "type") ?? "text") : tag!;
      const isChoice = ["select", "checkbox", "radio"].includes(type);
      const isTyped = !isChoice && type !== "hidden" && !/ hidden\b/.test(attributes!);
      return [
        {
          name,
          type,
          value: readValue(type, attributes!, content),
          isEntered: isTyped,
          isChoice,
          isChosen: !["checkbox", "radio"].includes(type) || / checked\b/.test(attributes!),
        },
      ];
    },
  );

function readValue(type: string, attributes: string, content: string): string {
  if (type === "textarea") return decode(content);
  if (type !== "select") return readAttribute(attributes, "value") ?? "";
  const options = [...content.matchAll(/<option\b([^>]*)>/g)].map(([, option]) => option!);
  const chosen = options.find((option) => / selected\b/.test(option)) ?? options[0] ?? "";
  return readAttribute(chosen, "value") ?? "";
}

function readAttribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : decode(value);
}

const decode = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
