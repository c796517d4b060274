-- Pictures and videos, and what the product received of them.

-- Pictures and videos as records name them. Their bytes are in the file store.
create table files (
  id text primary key,
  kind text not null check (kind in ('picture', 'video', 'original')),
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  created_at timestamptz not null default now(),
  created_by text references users,
  demo boolean not null default false
);

-- The server limits the bytes that an account sends within a day, and adds them up by this.
create index files_of_sender on files (created_by, created_at);

-- A picture is made anew before it is shown. What was received is kept as evidence, byte for byte.
create table originals (
  file_id text primary key references files,
  original_id text not null unique references files
);

-- Files in the store that no record names. They stay for as long as the database can go back to a
-- moment at which a record named them.
create table unused_files (
  id text primary key,
  since timestamptz not null default now()
);
