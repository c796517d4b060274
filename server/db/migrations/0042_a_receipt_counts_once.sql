-- A payment of a gateway is known by its receipt, which pays one booking.
create unique index payments_receipt on payments (gateway, receipt) where kind = 'gateway';
