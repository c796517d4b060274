-- What a database of before has otherwise than the files of server/db/schema say, but for columns
-- with other names, which server/db/carry-over.ts lists. It holds for the version of 76 migrations
-- and for that of 88. Whatever is missing after it, the files of the schema make.

-- Constraint triggers can't be replaced, only made.
drop trigger booking_paid_holds on bookings;
drop trigger index_booking on bookings;
drop trigger index_collision on collisions;
drop trigger index_collision_vehicle on collision_vehicles;

alter index payment_exceptions_fingerprint rename to payment_exceptions_dedupe_key;

-- It was made to hold for new rows alone.
alter table lookups validate constraint lookups_kind_check;

alter table late_records
  add column if not exists body_hash text,
  add column if not exists price_kobo bigint check (price_kobo >= 0),
  add column if not exists arrival_kobo bigint check (arrival_kobo >= 0),
  add column if not exists offences text[];

alter table coming_files
  add column if not exists content_type text,
  add column if not exists taken jsonb,
  add column if not exists unreadable_at timestamptz;

alter table statements
  add column if not exists head text,
  add column if not exists columns jsonb,
  drop constraint if exists columns_with_head,
  add constraint columns_with_head check ((head is null) = (columns is null));

alter table security_events add column if not exists ours boolean not null default true;

-- A demo has fees of its own.
alter table offence_fees
  add column if not exists demo boolean not null default false,
  drop constraint offence_fees_pkey,
  add primary key (organisation, demo, offence_id, from_day);
alter table fee_proposals add column if not exists demo boolean not null default false;
drop index fee_proposals_waiting;
drop index fee_proposals_offence;
drop index statements_once;

-- The keys of plates with marks or look-alikes are others since; their indexes have new names.
drop index if exists bookings_plate_in;
drop index if exists bookings_license_in;
drop index if exists collision_vehicle_plate;
drop index if exists collision_plates;

-- Figures are counted anew, and what happened isn't told again: whoever listened starts afresh.
drop view reconciliation_changes, reconciliation_records;
drop table outbox, counters, counter_watermark, list_counters, list_changes, list_watermark,
  officer_counters, offence_counters, offence_changes, offence_watermark, reconciliation_counters,
  reconciliation_watermark;
drop function note_list_change, note_collision, note_offences, note_offence_change,
  note_offences_of_booking, fold_days, fold_lists, fold_offences, fold_reconciliation,
  prune_list_changes, prune_offences, recount_reconciliation cascade;
update installation set epoch = replace(gen_random_uuid()::text, '-', '');
