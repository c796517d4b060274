-- Keeps the number of a migration that comes before 0004; the real one takes its place.
select;
