const BYTE_ORDER_MARKS: [label: string, bytes: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16be", [0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
];

/** How many bytes are searched for `<meta charset>` (HTML standard, 13.2.3.2). */
const DECLARATION_BYTES = 1024;

/**
 * Decodes the bytes of a page. The encoding comes from the byte order mark, the charset of
 * `contentType`, or a `<meta charset>` in the first 1024 bytes. Without any of these it is UTF-8 if
 * the bytes are valid UTF-8, else windows-1252 (a simplification of the HTML standard's encoding
 * sniffing). Invalid bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType?: string): string {
  for (const [label, mark] of BYTE_ORDER_MARKS) {
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
  const head = String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES)).replace(
    /<!--[\s\S]*?(?:-->|$)/g,
    "",
  );
  for (const [tag] of head.matchAll(/<meta[\s/][^>]*/gi)) {
    const charset = parseCharset(tag);
    // The declaration was found in single bytes, so the page can't be in UTF-16 (HTML standard,
    // 13.2.3.2).
    if (charset) return /^utf-?16/i.test(charset) ? "utf-8" : charset;
  }
  return undefined;
}

function decode(bytes: Uint8Array, label: string): string | undefined {
  // Some runtimes decode the bytes 0x80 to 0x9f of windows-1252 as control characters.
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

const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

function decodeWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder("latin1").decode(bytes);
  return text.replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80]!);
}
