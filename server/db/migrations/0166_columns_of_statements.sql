-- What a person said the columns of a bank's file are, by the names that its head gives them: the next
-- file with the same head is read the same way. Null where the names told it.
alter table statements
  add column head text,
  add column columns jsonb,
  add constraint columns_with_head check ((head is null) = (columns is null));
