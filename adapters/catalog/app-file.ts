import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import {
  type CompiledApp,
  parseTool,
  selfContained,
  serializeTool,
} from "../../core/lib/openapi-tools/compile/index.ts";
import type { AppRecord, ToolRecord } from "../../core/lib/openapi-tools/index.ts";

/**
 * Packs an app into one compressed file with a line for its record, each tool (sorted by name) and
 * each shared schema. Every line begins with its name, so that a reader finds it without parsing
 * the others.
 */
export function packApp({ record, tools, definitions }: CompiledApp): Buffer {
  const lines = [
    JSON.stringify(record),
    ...tools.map(serializeTool),
    ...[...definitions].map(([name, schema]) => JSON.stringify([name, schema])),
  ];
  return zstdCompressSync(`${lines.join("\n")}\n`, {
    // Reading a damaged file then fails instead of returning other tools.
    params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 },
  });
}

/** An unpacked app file. */
export interface AppFile {
  /** The uncompressed size. */
  readonly bytes: number;
  readonly record: AppRecord;
  tool(name: string): ToolRecord | undefined;
  /** The position of a tool among the app's tools. */
  position(name: string): number;
}

/** Unpacks an app file. Parses only the app's record; tools are parsed on demand. */
export function unpackApp(packed: Uint8Array): AppFile {
  const text = zstdDecompressSync(packed);
  const readLine = (offset: number) => text.toString("utf8", offset, text.indexOf(10, offset));
  const findLine = (prefix: string) => {
    const offset = text.indexOf(`\n${prefix}`);
    return offset === -1 ? undefined : readLine(offset + 1);
  };
  const findDefinition = (name: string) =>
    findLine(`[${JSON.stringify(name)},`)?.slice(JSON.stringify(name).length + 2, -1);
  const toolPrefix = (name: string) => `{"name":${JSON.stringify(name)},`;
  return {
    bytes: text.length,
    record: JSON.parse(readLine(0)) as AppRecord,
    tool(name) {
      const line = findLine(toolPrefix(name));
      if (line === undefined) return undefined;
      const tool = parseTool(line);
      return { ...tool, input: selfContained(tool.input, findDefinition) };
    },
    position(name) {
      const end = text.indexOf(`\n${toolPrefix(name)}`);
      let position = -1;
      // The first line is the record.
      for (let at = text.indexOf(10); at <= end && at !== -1; at = text.indexOf(10, at + 1))
        position += 1;
      return position;
    },
  };
}
