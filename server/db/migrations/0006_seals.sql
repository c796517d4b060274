-- The transaction that wrote a row: rows are sealed in the order of (xid, id), below the oldest
-- transaction still open, because an id alone is not in the order of commits.
alter table audit add column xid xid8 not null default pg_current_xact_id();
create unique index audit_order on audit (xid, id);

-- The common chain: each seal covers a batch of committed rows and the seal before it.
create table audit_seals (
  number bigint primary key check (number >= 1),
  sealed_at timestamptz not null,
  -- Of the last row that it covers.
  xid xid8 not null,
  row_ids bigint[] not null check (cardinality(row_ids) >= 1),
  -- Over ids and hashes of these rows, in order.
  digest text not null,
  previous_hash text not null,
  hash text not null
);
create index audit_seals_day on audit_seals (sealed_at desc);
