-- Outside a transaction
-- A message is told once for each occasion, and documents are kept beside pictures.

-- What sets apart two messages of one purpose; '' for what happens to a ticket once.
alter table messages add column if not exists occasion text not null default '';

-- A build that was broken off leaves an index that holds nothing back.
drop index concurrently if exists messages_told_once_new;

create unique index concurrently messages_told_once_new
  on messages (booking_id, purpose, occasion, step, channel);

alter table messages drop constraint if exists messages_booking_id_purpose_step_channel_key;

drop index concurrently if exists messages_told_once;

alter index messages_told_once_new rename to messages_told_once;

-- Null while it was never restored.
alter table installation add column if not exists restored_at timestamptz;

alter table files
  drop constraint if exists files_kind_check,
  add constraint files_kind_check
  check (kind in ('picture', 'video', 'original', 'document')) not valid;

alter table files validate constraint files_kind_check;

-- What its sender calls the file.
alter table dispute_files add column if not exists name text not null default '';
