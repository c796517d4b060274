-- A bill that is still not there after an hour goes before a person too.
alter table payment_exceptions
  drop constraint payment_exceptions_kind_check,
  add constraint payment_exceptions_kind_check check (
    kind in (
      'bill in doubt', 'bill refused', 'revenue head missing', 'bill late', 'other amount',
      'unproven', 'second payment', 'unknown bill', 'paid after withdrawal'
    )
  );

create index bookings_without_bill on bookings (created_at)
  where bill_ref is null and withdrawn_at is null and not paid and price_kobo > 0;
