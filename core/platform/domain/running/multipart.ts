import type { SentFile } from "./file.ts";

/** One part of a form: a text, JSON, or a file. */
export interface Part {
  readonly name: string;
  readonly content: string | SentFile;
  /** Of a text, where it is not plain. */
  readonly type?: string | undefined;
}

/** A multipart/form-data body (RFC 7578) and its media type; the boundary is in none of the parts. */
export function multipart(parts: readonly Part[]): {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
} {
  const boundary = `jackfield-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (const { name, content, type } of parts) {
    const isText = typeof content === "string";
    const about = isText ? "" : `; filename="${escaped(content.filename)}"`;
    const kind = isText ? type : content.type;
    pieces.push(
      encoder.encode(
        `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"${about}\r\n${kind ? `content-type: ${kind}\r\n` : ""}\r\n`,
      ),
    );
    pieces.push(isText ? encoder.encode(content) : content.bytes, encoder.encode("\r\n"));
  }
  pieces.push(encoder.encode(`--${boundary}--\r\n`));
  const body = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
  }
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** As HTML's forms do. */
const escaped = (text: string) =>
  text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
