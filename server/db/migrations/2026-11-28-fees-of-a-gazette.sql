-- Fees that were proposed at once, as a gazette lists them, are decided at once.
alter table fee_proposals
  -- The id of the first of them; null for a fee that was proposed alone.
  add column if not exists gazette text references fee_proposals;

create index if not exists fee_proposals_gazette on fee_proposals (gazette)
  where gazette is not null;
