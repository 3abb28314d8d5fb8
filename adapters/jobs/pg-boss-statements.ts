/**
 * Statements on pg-boss's table, because its methods don't know which claim of a job they belong to.
 * `retry_count` is the number of earlier claims.
 */
export const createStatements = (schema: string) => {
  const ifClaimed =
    "where name = $1 and id = $2::uuid and state = 'active' and retry_count = $3::int";
  return {
    lock: `select id from ${schema}.job ${ifClaimed} for update`,
    complete: `delete from ${schema}.job using (
        select claim->>0 as name, (claim->>1)::uuid as id, (claim->>2)::int as retry_count
        from json_array_elements($1::json) as claim
      ) as claimed
      where job.name = claimed.name and job.id = claimed.id
        and job.state = 'active' and job.retry_count = claimed.retry_count
      returning job.id`,
    extend: `update ${schema}.job set heartbeat_on = now() ${ifClaimed} returning id`,
    recordLosses: `update ${schema}.job set data = jsonb_set(data, '{losses}', to_jsonb($3::int))
      where name = $1 and id = $2::uuid returning id`,
    lockSuspects: `select pg_advisory_xact_lock(hashtext('${schema} suspects'))`,
    findSuspect: `select 1 as one from ${schema}.job
      where state = 'active' and (data ->> 'losses')::int > 0
        and id not in (select json_array_elements_text($1::json)::uuid)
      limit 1`,
    // The output still says that the last claim was lost.
    putBack: `update ${schema}.job set state = 'retry', heartbeat_on = null ${ifClaimed} returning id`,
    listWaiting: `select singleton_key as key from ${schema}.job
      where name = $1 and state in ('created', 'retry')
        and singleton_key in (select json_array_elements_text($2::json))`,
    // A claim that ends by itself becomes a retry.
    delays: `select name, (extract(epoch from min(start_after) - now()) * 1000)::bigint as delay
      from ${schema}.job where state in ('created', 'retry') group by name`,
    stats: `select name,
        count(*) filter (where state in ('created', 'retry')) as waiting,
        count(*) filter (where state = 'active') as claimed,
        count(*) filter (where state = 'cancelled') as discarded,
        (extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry'))) * 1000)::bigint as overdue
      from ${schema}.job group by name`,
  };
};
