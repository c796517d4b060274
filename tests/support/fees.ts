import { ulid } from 'ulid';
import type { Organisation } from '#contract/places.ts';
import { asOwner } from './factories.ts';
import { aProposal } from './proposals.ts';
import type { TestApp } from './test-app.ts';

const day = 24 * 60 * 60 * 1000;

/** The calendar day (Africa/Lagos) so many days from now, `YYYY-MM-DD`. */
export function dayFromNow(days: number): string {
  const at = new Date(Date.now() + days * day);
  return at.toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
}

/** A fee, of Kaduna by default, that somebody has proposed; answers its id. */
export function aProposedFee(
  app: Pick<TestApp, 'db'>,
  fee: { offence: string; days: number; naira: number; by: string; organisation?: Organisation },
): Promise<string> {
  const { offence, by, organisation = 'Kaduna' } = fee;
  const from = dayFromNow(fee.days);
  return aProposal(app, {
    kind: 'fee',
    organisation,
    subject: `${offence} ${from}`,
    body: { offence, from, kobo: fee.naira * 100 },
    reason: `Gazette ${ulid()}`,
    by,
  });
}

/** A fee of Kaduna from `days` after today, past the trigger that allows only future days. */
export async function feeSince(
  app: { readonly ownerUrl: string },
  fee: { offence: string; days: number; naira: number; organisation?: string; by: string },
): Promise<void> {
  const { offence, days, naira, organisation = 'Kaduna', by } = fee;
  const reason = `Gazette ${ulid()}`;
  await asOwner(app, 'alter table offence_fees disable trigger offence_fee_is_to_come');
  await asOwner(
    app,
    `insert into offence_fees (organisation, offence_id, from_day, amount_kobo, reason, set_by, demo)
     select $1, $2, $3, $4, $5, id, demo from users where id = $6`,
    [organisation, offence, dayFromNow(days), naira * 100, reason, by],
  );
  await asOwner(app, 'alter table offence_fees enable trigger offence_fee_is_to_come');
}
