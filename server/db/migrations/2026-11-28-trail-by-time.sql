-- Outside a transaction
-- People ask the trail what happened on some days, and what somebody did.
create index concurrently if not exists audit_at on audit (at desc, id desc);

create index concurrently if not exists audit_of_actor on audit (actor_id, at desc, id desc);
