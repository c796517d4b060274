-- Outside a transaction: every statement can be repeated.

-- Reads the table while others write.
alter table files validate constraint files_kind_check;

-- How much an account has sent within a day.
-- One that was interrupted is there, but invalid.
drop index concurrently if exists files_of_sender;

create index concurrently files_of_sender on files (created_by, created_at);
