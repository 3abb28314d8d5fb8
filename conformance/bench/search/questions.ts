import { PACKAGES, type PagePackage } from "../../reading/packages.ts";

/** A question and the pages that answer it, without folder and extension. */
export interface Question {
  readonly question: string;
  readonly answers: readonly string[];
}

/** A documentation with questions that were written from its topics. */
export interface Documentation {
  readonly pack: PagePackage;
  readonly questions: readonly Question[];
}

const findPackage = (name: string): PagePackage => {
  const pack = PACKAGES.find((each) => each.name === name)!;
  return { ...pack, sampleEvery: 1 };
};

const PYTHON: PagePackage = {
  registry: "debian",
  name: "python3.11-doc",
  version: "3.11.2-6+deb12u9",
  generator: "Sphinx",
  files: /\/html\/(?!_|genindex|search).*\.html$/,
  integrity:
    "sha512-jxk2UfKjPYoU8sMNIVu4NBh01s36Lzv82nVNPIZgGYpB8HmxQb3uoK5PRpNmXkjA/QlfODR3WUNlOlDZuj4cfQ==",
};

/** Parses lines of `question | answer answer`. */
const parse = (lines: string): Question[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [question = "", answers = ""] = line.split("|");
      return { question: question.trim(), answers: answers.trim().split(" ") };
    });

export const DOCUMENTATIONS: readonly Documentation[] = [
  {
    pack: findPackage("postgresql-doc-15"),
    questions: parse(`
      create index | sql-createindex
      how do I back up a database | backup backup-dump app-pgdump
      restore a dump file | app-pgrestore backup-dump
      add a column to a table | ddl-alter sql-altertable
      which index types are there | indexes-types
      partial index | indexes-partial
      insert or update on conflict | sql-insert
      read rows as json | functions-json
      row level security policies | ddl-rowsecurity sql-createpolicy
      split a table into partitions | ddl-partitioning
      transaction isolation levels | transaction-iso
      why is my query slow, show the plan | using-explain sql-explain performance-tips
      reclaim space of dead rows | routine-vacuuming sql-vacuum
      passwords for client authentication | auth-password
      where is the file that controls which hosts may connect | auth-pg-hba-conf
      streaming replication with a standby server | warm-standby high-availability
      replicate only some tables | logical-replication logical-replication-publication
      give a user rights on a table | sql-grant ddl-priv
      regular expressions | functions-matching
      date arithmetic | functions-datetime
      window functions tutorial | tutorial-window
      how do I call the database from C | libpq
      environment variables of the client | libpq-envars
      upgrade to a new major version | upgrading pgupgrade
      kill a deadlock | explicit-locking
    `),
  },
  {
    pack: PYTHON,
    questions: parse(`
      read a csv file | csv
      parse command line arguments | argparse howto/argparse
      how do I sort a list by a key | howto/sorting
      regular expression howto | howto/regex
      run a subprocess and get its output | subprocess
      temporary files | tempfile
      virtual environments | venv tutorial/venv
      what is new in 3.11 | whatsnew/3.11
      write log messages to a file | howto/logging logging howto/logging-cookbook
      coroutines and tasks | asyncio-task
      data classes | dataclasses
      mock objects in tests | unittest.mock unittest.mock-examples
      convert objects to json | json
      time zones | zoneinfo
      hash a string with sha256 | hashlib
      cryptographically strong random numbers | secrets
      exact decimal numbers | decimal
      why are floating point results inaccurate | tutorial/floatingpoint
      call C functions from Python | ctypes
      write an extension module in C | extending/extending extending/index extending/newtypes_tutorial
      handle exceptions | tutorial/errors
      iterate over combinations and permutations | itertools
      abstract base classes | abc collections.abc
      send an email | smtplib email.examples
      compress files with zip | zipfile
    `),
  },
  {
    pack: findPackage("npm"),
    questions: parse(`
      publish a package | npm-publish
      clean install from the lock file | npm-ci
      show outdated packages | npm-outdated
      two-factor authentication | npm-profile npm-access
      workspaces | workspaces
      run a command without installing its package | npm-exec npx
      remove a published version | npm-unpublish
      semantic version ranges | package-json
      security vulnerabilities in dependencies | npm-audit
      lifecycle scripts before install | scripts
      set the registry in a config file | npmrc config npm-config registry
      add a tag such as latest to a version | npm-dist-tag
      who am I logged in as | npm-whoami
      create a new package.json | npm-init npm-json package-json
      list installed packages | npm-ls
      link a local package during development | npm-link
      change the owner of a package | npm-owner
      warn users that a version is old | npm-deprecate
      bump the version and create a git tag | npm-version
      delete the cache | npm-cache
      software bill of materials | npm-sbom
      why is this package installed | npm-explain
      global folder of executables | folders npm-prefix npm-root
      find duplicate packages | npm-find-dupes npm-dedupe
      select dependencies with css | dependency-selectors npm-query
    `),
  },
];
