-- Outside a transaction: it can be repeated, and holds nothing that anybody waits for.
select recount_reconciliation();
