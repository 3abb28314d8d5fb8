import { Tokenizer } from "htmlparser2";

/** The attributes that reading needs; all others are skipped, however long they are. */
const attributeNames = [
  "alt",
  "alttext",
  "aria-controls",
  "aria-hidden",
  "charset",
  "class",
  "colspan",
  "content",
  "data-lang",
  "data-language",
  "data-lazy-src",
  "data-original",
  "data-src",
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
  "role",
  "rowspan",
  "src",
  "start",
  "style",
  "type",
  "value",
] as const;

/** The name of an attribute that is kept. */
export type AttributeName = (typeof attributeNames)[number];
/** The kept attributes of an element; the first of two of one name counts. */
export type Attributes = { [name in AttributeName]?: string };

/** What `scanHtml` reports, in document order; names are in lower case, text has its character references decoded. */
export interface HtmlEvents {
  /** Returning "stop" ends the scan. */
  open(
    name: string,
    attributes: Attributes | undefined,
    selfClosing: boolean,
    start: number,
    end: number,
  ): "stop" | void;
  close(name: string, end: number): "stop" | void;
  /** One run of text may come in several calls. */
  text(text: string): void;
  comment?(start: number, end: number): void;
  /** Whether the scan is inside SVG or MathML, where `<title>` and `<style>` are ordinary elements. */
  isForeign?(): boolean;
}

const attributeByName = new Map<string, AttributeName>(attributeNames.map((name) => [name, name]));

/**
 * Splits HTML into tags and text in one pass, in linear time on any input.
 *
 * The tokenizer is used without htmlparser2's own `Parser`, whose stack makes deep nesting quadratic.
 */
export function scanHtml(html: string, events: HtmlEvents): void {
  let tag = "";
  let tagStart = 0;
  let attributes: Attributes | undefined;
  let attribute: AttributeName | undefined;
  let value = "";

  const emitOpen = (end: number, selfClosing: boolean) => {
    if (events.open(tag, attributes, selfClosing, tagStart, end + 1) === "stop") tokenizer.pause();
    attributes = undefined;
  };
  const noop = () => {};
  const tokenizer: Tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
        tagStart = start - 1;
        attributes = undefined;
      },
      onopentagend: (end) => emitOpen(end, false),
      onselfclosingtag: (end) => emitOpen(end, true),
      onclosetag(start, end) {
        if (events.close(html.slice(start, end).toLowerCase(), end + 1) === "stop")
          tokenizer.pause();
      },
      onattribname(start, end) {
        // The longest wanted name has 13 letters: a name of megabytes is not even copied.
        attribute =
          end - start > 13 ? undefined : attributeByName.get(html.slice(start, end).toLowerCase());
        value = "";
      },
      onattribdata(start, end) {
        if (attribute) value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        if (attribute) value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (!attribute) return;
        attributes ??= {};
        attributes[attribute] ??= value;
      },
      ontext: (start, end) => events.text(html.slice(start, end)),
      ontextentity: (codePoint) => events.text(String.fromCodePoint(codePoint)),
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
