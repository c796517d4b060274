-- An organisation chooses the languages in which its drivers are told things, and speakers confirm
-- their sentences.

create table if not exists language_choices (
  organisation text not null,
  demo boolean not null,
  -- The codes of languages, in the order in which they are offered. English always is.
  offered text[] not null,
  -- Sentences are shown too that no speaker has confirmed.
  shows_unconfirmed boolean not null,
  -- Messages are written without hooked letters and marks.
  plain_letters boolean not null,
  changed_by text not null references users,
  changed_at timestamptz not null default now(),
  primary key (organisation, demo)
);

create or replace trigger language_choices_are_of_their_maker
  before insert or update on language_choices
  for each row execute function contacts_are_of_their_maker();

-- A sentence that a speaker has confirmed. Others are as the language's file has them.
create table if not exists translations (
  organisation text not null,
  demo boolean not null,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  -- In English, and the same for more than one; '' where nothing is counted.
  sentence text not null check (sentence <> ''),
  many text not null,
  forms text[] not null check (cardinality(forms) between 1 and 2),
  speaker text not null check (btrim(speaker) <> ''),
  changed_by text not null references users,
  changed_at timestamptz not null default now(),
  primary key (organisation, demo, language, sentence)
);

create or replace trigger translations_are_of_their_maker
  before insert or update on translations
  for each row execute function contacts_are_of_their_maker();

-- The language of an account's sign-in and forms; '' before its owner has chosen one.
alter table users add column if not exists language text not null default ''
  check (language ~ '^([a-z]{2,3})?$');

-- The language that the driver reads; '' for English.
alter table bookings add column if not exists language text not null default ''
  check (language ~ '^([a-z]{2,3})?$');
