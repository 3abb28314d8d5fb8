/**
 * Runs and stored results. `until` is the end of the executing process's lease, `claim` the digest
 * of the idempotency key and its owner. `owner` is the end user, or empty for the account itself.
 */
export const statements = [
  `create table runs (
    id text primary key,
    account text not null,
    owner text not null,
    app text not null,
    tool text not null,
    connection text,
    status text not null,
    until bigint not null,
    claim text unique,
    request text,
    claim_keep bigint,
    document text not null,
    result text,
    result_encoding text,
    result_keep bigint
  )`,
  `create index runs_owner on runs (account, owner, id)`,
  `create index runs_running on runs (until) where status in ('queued', 'running')`,
  `create index runs_result on runs (result_keep) where result_keep is not null`,
  `create index runs_claim on runs (claim_keep) where claim_keep is not null`,
];
