import { formatCount } from "../../core/lib/kit/text/format-count.ts";
import { commandLine } from "../runtime/command-line.ts";
import { VERSION } from "../runtime/version.ts";
import { backUpKeys, type KeyCounts, restoreKeys } from "../secrets/keys-backup.ts";
import { createBackup } from "../storage/backup/create-backup.ts";
import { restoreBackup } from "../storage/backup/restore-backup.ts";
import { JOB_KINDS } from "../storage/open.ts";
import { type HelpLine, parseArguments, runSingle } from "./command.ts";
import type { SecretStorageSettings } from "./secrets.ts";

type Print = (text: string) => void;

/** Runs `backup`, which writes the stored data or the keys to a file. Resolves with the exit code. */
export const backupCommand = (
  args: readonly string[],
  settings: SecretStorageSettings,
  print: Print = console.log,
): Promise<0 | 1> =>
  runSingle(
    { name: "backup", help: BACKUP_HELP },
    args,
    async () => {
      const { values, argument: file } = parseArguments(args, OPTIONS, "file");
      if (values.keys) {
        const counts = backUpKeys(settings, file);
        return print(
          `Wrote ${formatKeys(counts)} to ${file}. Keep it apart from the backups, because whoever has both can read the credentials.`,
        );
      }
      const { rows, jobs } = await createBackup(toLocation(settings), file, VERSION);
      print(
        `Wrote ${formatCount(rows, "row")} and ${formatCount(jobs, "job")} to ${file}. The keys aren't in it. To back them up, run: ${commandLine("backup --keys FILE")}`,
      );
    },
    { print, info: print },
  );

/** Runs `restore`, the reverse of `backup`. Resolves with the exit code. */
export const restoreCommand = (
  args: readonly string[],
  settings: SecretStorageSettings,
  print: Print = console.log,
): Promise<0 | 1> =>
  runSingle(
    { name: "restore", help: RESTORE_HELP },
    args,
    async () => {
      const { values, argument: file } = parseArguments(args, OPTIONS, "file");
      if (values.keys) {
        const counts = restoreKeys(settings, file);
        const note =
          settings.secretsKey === undefined
            ? ""
            : " SECRETS_KEY is set, so its keys are used instead of those in the file.";
        return print(`Restored ${formatKeys(counts)} in ${settings.dataFolder}.${note}`);
      }
      const { rows, jobs, header } = await restoreBackup(toLocation(settings), file, JOB_KINDS);
      print(
        `Restored ${formatCount(rows, "row")} and ${formatCount(jobs, "job")} of the backup of ${header.created.slice(0, 16).replace("T", " ")} UTC. Before the start, restore the keys or set SECRETS_KEY.`,
      );
    },
    { print, info: print },
  );

const OPTIONS = { keys: { type: "boolean" } } as const;

const toLocation = ({ databaseUrl, dataFolder }: SecretStorageSettings) => ({
  url: databaseUrl,
  folder: dataFolder,
});

const formatKeys = ({ secrets, signing }: KeyCounts) =>
  `${formatCount(secrets, "encryption key")} and ${formatCount(signing, "signing key")}`;

const BACKUP_HELP: readonly HelpLine[] = [
  {
    usage: "FILE",
    description: "Write everything that is stored to a new file, while Jackfield runs.",
  },
  {
    usage: "--keys FILE",
    description: "Write the encryption and signing keys, which no backup contains.",
  },
];

const RESTORE_HELP: readonly HelpLine[] = [
  {
    usage: "FILE",
    description: "Restore a backup into an empty database, SQLite or PostgreSQL.",
  },
  { usage: "--keys FILE", description: "Restore the keys in DATA_DIR." },
];
