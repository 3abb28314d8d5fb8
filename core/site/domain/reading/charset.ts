const byteOrderMarks: [label: string, bytes: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16be", [0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
];

/** How far into a page its own declaration is looked for (HTML standard, 13.2.3.2). */
const declarationBytes = 1024;

/**
 * Text of a page from its bytes: BOM, then the Content-Type's charset, then `<meta charset>` in the first 1024 bytes, then
 * UTF-8 if valid, else windows-1252 (WHATWG encoding sniffing, simplified). Bytes that the encoding does not have become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType?: string): string {
  for (const [label, mark] of byteOrderMarks) {
    if (mark.every((byte, at) => bytes[at] === byte)) return decode(bytes, label)!;
  }
  const declared = parseCharset(contentType ?? "") ?? findMetaCharset(bytes);
  return (
    (declared !== undefined && decode(bytes, declared)) ||
    (decodeUtf8(bytes) ?? decodeWindows1252(bytes))
  );
}

function parseCharset(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(text.slice(0, 1000))?.[1];
}

function findMetaCharset(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, declarationBytes)).replace(
    /<!--[\s\S]*?(?:-->|$)/g,
    "",
  );
  for (const [tag] of head.matchAll(/<meta[\s/][^>]*/gi)) {
    const charset = parseCharset(tag);
    // A page that could be read this far is not in UTF-16, whatever it says.
    if (charset) return /^utf-?16/i.test(charset) ? "utf-8" : charset;
  }
  return undefined;
}

function decode(bytes: Uint8Array, label: string): string | undefined {
  // Not all runtimes map the bytes 0x80 to 0x9f.
  if (
    /^(?:windows-1252|cp1252|x-cp1252|(?:iso-?8859-?1|iso_8859-1|latin-?1|l1)|(?:us-)?ascii)$/i.test(
      label,
    )
  )
    return decodeWindows1252(bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const windows1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

function decodeWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder("latin1").decode(bytes);
  return text.replace(/[\x80-\x9f]/g, (char) => windows1252[char.charCodeAt(0) - 0x80]!);
}
