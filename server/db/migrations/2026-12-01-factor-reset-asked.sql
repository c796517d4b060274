-- When its owner said at sign-in that the second factor is lost; null once they have signed in.
alter table users add column factor_reset_asked_at timestamptz;
