import { dayMs } from '#server/time.ts';
import type { Statement, StatementLine } from './payment-gateway.ts';
import { transactionsAnswer } from './paystack-answers.ts';
import { callPaystack, type PaystackAddress } from './paystack-call.ts';

const perPage = 100;
const pageLimit = 500;
const budgetMs = 120_000;

/**
 * Milliseconds. Paystack lists transactions by the moment they were initialised, and a page may be
 * paid long after that. A payment later than this is missing here and appears as a difference.
 */
const payableForMs = 30 * dayMs;

/** All naira that Paystack took from one moment up to another; other currencies are not ours. */
export async function readPaystackStatement(
  address: PaystackAddress,
  from: Date,
  to: Date,
): Promise<Statement> {
  const budget = AbortSignal.timeout(budgetMs);
  // New rows push others to the next page, where they appear again: each counts once.
  const rows = new Map<string, StatementLine | null>();
  for (let page = 1; page <= pageLimit; page += 1) {
    const query = new URLSearchParams({
      status: 'success',
      perPage: String(perPage),
      page: String(page),
      from: new Date(from.getTime() - payableForMs).toISOString(),
      to: to.toISOString(),
    });
    const said = await callPaystack(address, {
      path: `/transaction?${query.toString()}`,
      answer: transactionsAnswer,
      budget,
    });
    if (said.outcome !== 'answer') return { outcome: 'unknown', reason: said.reason };
    const { data, meta } = said.data;
    const before = rows.size;
    for (const row of data) rows.set(row.id, row.money ? lineOf(row) : null);
    if (data.length === 0 || rows.size >= (meta?.total ?? Infinity)) {
      return { outcome: 'statement', lines: within([...rows.values()], from, to) };
    }
    if (rows.size === before) {
      return { outcome: 'unknown', reason: "The payment gateway's statement repeats itself." };
    }
  }
  return { outcome: 'unknown', reason: "The payment gateway's statement is too long to read." };
}

function lineOf(row: {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly paid_at: Date;
}): StatementLine {
  return {
    billRef: row.reference,
    receipt: row.id,
    amountKobo: row.amount,
    paidAt: row.paid_at,
  };
}

function within(lines: readonly (StatementLine | null)[], from: Date, to: Date): StatementLine[] {
  return lines
    .filter((line) => line !== null)
    .filter(({ paidAt }) => paidAt >= from && paidAt < to)
    .sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}
