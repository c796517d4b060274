-- What its device found an announced file to be, and what the camera noted in the picture that it was
-- made smaller from; null where a device of an older version announced it. A file that came and could
-- not be read says so, until another one takes its place.
alter table coming_files
  add column content_type text,
  add column taken jsonb,
  add column unreadable_at timestamptz;
