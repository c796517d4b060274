-- A picture is made anew before it is shown; what was received is kept beside it, byte for byte, as
-- evidence. Files that are stored already have a kind that the narrower check has let through.
create table originals (
  file_id text primary key references files,
  original_id text not null unique references files
);

alter table files
  drop constraint files_kind_check,
  add constraint files_kind_check check (kind in ('picture', 'video', 'original')) not valid;
