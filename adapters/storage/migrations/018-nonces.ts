/** Nonces of signed requests (Web Bot Auth), which are kept until the signatures expire. */
export const statements = [
  `create table nonces (
    key varchar(22) not null primary key,
    host varchar(22) not null,
    network varchar(22) not null,
    expires bigint not null
  )`,
  "create index nonces_host on nonces (host, expires)",
  "create index nonces_network on nonces (network, expires)",
  "create index nonces_expires on nonces (expires)",
];
