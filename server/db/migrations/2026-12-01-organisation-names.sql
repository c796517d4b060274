-- What the organisation is called on its papers and pages; '' where the installation's name stands.
alter table contacts add column name text not null default '';

-- Null once the logo was taken away; the row keeps by whom.
alter table logos alter column file_id drop not null;
