import { Tokenizer } from "htmlparser2";
import { decodeReferences, type ReferencePlace } from "./character-references.ts";

/**
 * The attributes that the reader needs. Other attributes are skipped without copying their values.
 */
const ATTRIBUTE_NAMES = [
  "align",
  "alt",
  "alttext",
  "aria-controls",
  "aria-hidden",
  "autoplay",
  "charset",
  "checked",
  "cite",
  "class",
  "colspan",
  "content",
  "data-lang",
  "data-language",
  "data-latex",
  "data-lazy-src",
  "data-original",
  "data-preloaded",
  "data-src",
  "data-srcset",
  "datetime",
  "disabled",
  "display",
  "encoding",
  "hidden",
  "href",
  "http-equiv",
  "id",
  "itemprop",
  "itemtype",
  "lang",
  "name",
  "property",
  "rel",
  "role",
  "rowspan",
  "src",
  "srcset",
  "start",
  "style",
  "title",
  "type",
  "value",
] as const;

/** The name of an attribute that the reader needs. */
type AttributeName = (typeof ATTRIBUTE_NAMES)[number];
/** The attributes of an element. If a name repeats, the first value counts. */
export type Attributes = { [name in AttributeName]?: string };

/** A handler that may end the scan by returning "stop". */
type StoppableHandler<Parameters extends unknown[]> =
  | ((...parameters: Parameters) => "stop" | undefined)
  | ((...parameters: Parameters) => void);

/**
 * Handlers that `scanHtml` calls in document order. Names are in lower case. Offsets are UTF-16
 * units.
 */
export interface HtmlEvents {
  open: StoppableHandler<
    [
      name: string,
      attributes: Attributes | undefined,
      selfClosing: boolean,
      start: number,
      end: number,
    ]
  >;
  close: StoppableHandler<[name: string, end: number]>;
  /**
   * Receives text with decoded character references. One run of text may arrive in several calls.
   */
  text(text: string): void;
  comment?(start: number, end: number): void;
  /**
   * Whether the scan is inside SVG or MathML, where `<title>` and `<style>` are ordinary elements.
   */
  isForeign?(): boolean;
}

const ATTRIBUTE_BY_NAME = new Map<string, AttributeName>(
  ATTRIBUTE_NAMES.map((name) => [name, name]),
);

/** Elements whose text ends only at their end tag and has no character references. */
const WITHOUT_REFERENCES = new Set("iframe noembed noframes plaintext script style xmp".split(" "));

const NO_NAMES: ReadonlySet<string> = new Set();

/** Longer names are neither in `ATTRIBUTE_NAMES` nor copied, because they may have megabytes. */
const MAX_NAME_LENGTH = 100;

/**
 * Splits HTML into tags and text in one pass, in linear time on any input. It uses htmlparser2's
 * `Tokenizer` without its `Parser` because the parser's stack takes quadratic time on deep nesting.
 * `extraNames` are further attributes to read.
 */
export function scanHtml(
  html: string,
  events: HtmlEvents,
  extraNames: ReadonlySet<string> = NO_NAMES,
): void {
  let tag = "";
  let tagStart = 0;
  let attributes: Attributes | undefined;
  let attribute: AttributeName | undefined;
  let value = "";

  /** The element whose start tag was the last tag, or "". */
  let openTag = "";

  const emitText = (text: string) => {
    if (!text.includes("&")) return events.text(text);
    const place = events.isForeign?.() ? "text" : placeIn(openTag);
    events.text(place === undefined ? text : decodeReferences(text, place));
  };
  const emitOpen = (end: number, selfClosing: boolean) => {
    openTag = tag;
    if (events.open(tag, attributes, selfClosing, tagStart, end + 1) === "stop") tokenizer.pause();
    attributes = undefined;
  };
  const noop = () => {};
  const tokenizer: Tokenizer = new Tokenizer(
    // References are decoded afterwards, because looking for them takes a third of the time.
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
        tagStart = start - 1;
        attributes = undefined;
      },
      onopentagend: (end) => emitOpen(end, false),
      onselfclosingtag: (end) => emitOpen(end, true),
      onclosetag(start, end) {
        openTag = "";
        if (events.close(html.slice(start, end).toLowerCase(), end + 1) === "stop")
          tokenizer.pause();
      },
      onattribname(start, end) {
        attribute =
          end - start > MAX_NAME_LENGTH
            ? undefined
            : findAttribute(html.slice(start, end).toLowerCase(), extraNames);
        value = "";
      },
      onattribdata(start, end) {
        if (attribute) value += html.slice(start, end);
      },
      onattribend() {
        if (!attribute) return;
        attributes ??= {};
        attributes[attribute] ??= decodeReferences(value, "attribute");
      },
      ontext: (start, end) => emitText(html.slice(start, end)),
      onattribentity: noop,
      ontextentity: noop,
      oncomment: (start, end) => events.comment?.(start, end),
      isInForeignContext: () => events.isForeign?.() ?? false,
      oncdata: noop,
      ondeclaration: noop,
      onprocessinginstruction: noop,
      onend: noop,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

/**
 * Where the text of an element stands, outside SVG and MathML. Undefined if it has no references.
 */
function placeIn(tag: string): ReferencePlace | undefined {
  if (tag === "title" || tag === "textarea") return tag;
  return WITHOUT_REFERENCES.has(tag) ? undefined : "text";
}

/** Names of selectors aren't in the type, because only selectors read their attributes. */
function findAttribute(name: string, extraNames: ReadonlySet<string>): AttributeName | undefined {
  return (
    ATTRIBUTE_BY_NAME.get(name) ?? (extraNames.has(name) ? (name as AttributeName) : undefined)
  );
}
