interface FileError {
  /** The error code of Node. */
  readonly code?: unknown;
  /** The result code of SQLite. */
  readonly errcode?: number;
  readonly name?: string;
  readonly message?: string;
}

/** Explains to the operator why Jackfield can't create a data folder or its file. */
export function explainFolderError(error: unknown, folder: string): string {
  const { code, name, message } = error as FileError;
  if (name === "NotCapable")
    return `Deno lacks permission to write to ${folder}. Start it with --allow-write.`;
  if (code === "EACCES" || code === "EPERM")
    return `This user can't write to ${folder}. Grant write access, or set DATA_DIR to another folder.`;
  if (code === "EROFS")
    return `${folder} is on a read-only file system. Set DATA_DIR to another folder.`;
  if (code === "ENOSPC" || code === "EDQUOT") return explainFullDisk(folder);
  if (code === "EEXIST" || code === "ENOTDIR")
    return `Can't create ${folder}, because part of its path is a file. Set DATA_DIR to another folder.`;
  return `Can't create ${folder}: ${message}. Set DATA_DIR to another folder.`;
}

/** Explains to the operator why SQLite can't open its file. */
export function explainFileError(error: unknown, file: string): string {
  const { errcode, message = "" } = error as FileError;
  // Deno omits the error number of some errors. The messages are always those of SQLite.
  const matches = (number: number, pattern: RegExp) =>
    errcode === undefined ? pattern.test(message) : (errcode & 0xff) === number;
  if (matches(26, /not a database/))
    return `${file} is not a Jackfield database. Move the file, or set DATA_DIR to another folder.`;
  if (matches(11, /malformed/))
    return `${file} is damaged. Restore a backup, or start with an empty database by moving the file and its -wal and -shm files.`;
  if (matches(13, /disk is full/)) return explainFullDisk(file);
  if (matches(5, /locked/))
    return `Another program has locked ${file} for more than 5 seconds. Stop that program and try again.`;
  if (matches(8, /readonly/))
    return `This user can't write to ${file}. Grant write access, or set DATA_DIR to another folder.`;
  if (matches(14, /unable to open/))
    return `This user can't open ${file}. Grant access, or set DATA_DIR to another folder.`;
  if (/already exists/.test(message))
    return `${file} contains another program's tables (${message}). Move the file, or set DATA_DIR to another folder.`;
  return `Can't open the database ${file}: ${message}.`;
}

export const explainFullDisk = (path: string): string =>
  `The disk that contains ${path} is full. Free some space.`;

/** Returns whether a file or a database couldn't grow. */
export function isFullDisk(error: unknown): boolean {
  const { code, errcode, message = "" } = error as FileError;
  if (code === "ENOSPC" || code === "EDQUOT") return true;
  return errcode === undefined ? /disk is full/.test(message) : (errcode & 0xff) === 13;
}
