import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { disputeNumber } from '#contract/modules/after-ticket/disputes.ts';
import { dueDayOf, firstRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { signedIn } from '#tests/support/client.ts';
import { aDuty } from '#tests/support/duties.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';
import { aPicture } from '../specification/pictures.ts';
import { findings } from './support/axe-run.ts';
import type { RunningServer } from './support/server.ts';
import { expect, screens, test } from './support/test.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Somebody who books for these journeys, and whom no page of theirs belongs to. */
async function bookerIn(server: RunningServer, place: { state: 'Ogun' | 'Lagos' | 'Abuja' }) {
  const { email } = await server.query((db) => makeAccount(db, 'booking officer', place));
  return signedIn(server.url, email);
}

/** Gives an account of Ogun a duty, as two state admins would. */
const giveDuty = (server: RunningServer, user: string, duty: 'court officer' | 'dispute officer') =>
  server.query(async (db) => {
    const [one, other] = [
      await makeAccount(db, 'state admin', { state: 'Ogun' }),
      await makeAccount(db, 'state admin', { state: 'Ogun' }),
    ];
    await aDuty({ db }, { user, duty, by: one.id, decidedBy: other.id, organisation: 'Ogun' });
    return { by: one.id, decidedBy: other.id };
  });

/** Each width has places and days of its own: both may share a server. */
const sizes = [
  { width: 390, state: 'Lagos', organisation: 'Lagos FRSC', zone: 'Ikeja', days: -90 },
  { width: 1440, state: 'Abuja', organisation: 'Abuja FRSC', zone: 'Kuje', days: -91 },
] as const;

for (const { width, state, organisation, zone, days } of sizes)
  test.describe(`at ${width} pixels`, { tag: width === 1440 ? '@night' : [] }, () => {
    test.use(width === 390 ? screens['on a phone'] : {});

    test(
      'two state admins lay down rules, by which the next ticket falls due',
      { tag: '@night' },
      async ({ page, server, signIn }) => {
        const from = dayFromNow(1);
        await signIn('state admin', { state });
        await page.goto('/ticket-rules');
        await button(page, 'Propose new rules').click();
        const form = page.getByRole('form', { name: 'Propose rules' });
        await form.getByLabel('Law').first().fill('Traffic Law 2017');
        await form.getByLabel('Section').first().fill('s. 30');
        await form.getByLabel('From', { exact: true }).fill(from);
        await form.getByLabel('Reason').fill('The gazette of this month.');
        expect(await findings(page, 'light')).toEqual([]);
        await button(page, 'Propose rules').click();
        const waiting = page.getByRole('heading', {
          name: `To be confirmed: rules from ${from}`,
        });
        await expect(waiting).toBeVisible();
        await expect(page.getByText('You proposed this.')).toBeVisible();

        await signIn('state admin', { state });
        await page.goto('/ticket-rules');
        await expect(waiting).toBeVisible();
        expect(await findings(page, 'light')).toEqual([]);
        await button(page, `Confirm: rules from ${from}`).click();
        await expect(page.getByText(`From ${from}: confirmed`)).toBeVisible();

        // Their day comes.
        const urls = await server.urls();
        await asOwner(
          urls,
          'update ticket_rules set from_day = from_day - 1 where organisation = $1 and not demo',
          [organisation],
        );
        const ticket = await booked(await bookerIn(server, { state }), { zone });
        await page.goto(`/unpaid?open=${ticket._id}`);
        const after = page.getByRole('region', { name: 'After the ticket' });
        const due = dueDayOf(firstRules, dayFromNow(0));
        await expect(after).toContainText(`Due by ${due}.`);
        await expect(after).toContainText(
          'The legal basis of this ticket is Traffic Law 2017, s. 30.',
        );
      },
    );

    test(
      'obligations are done or waived by two, and money that was paid is given back',
      {
        tag: '@night',
      },
      async ({ page, server, signIn }) => {
        const booker = await bookerIn(server, { state });
        const { _id: id } = await server.query((db) =>
          bookedAndPaid(booker, db, { zone, offence: [{ id: 'VDF-03' }] }),
        );
        await signIn('zonal head', { state, zone });
        await page.goto(`/obligations?state=open&open=${id}-2`);
        await button(page, 'Mark as done: Effect repairs').click();
        await page.getByLabel('What you saw').fill('The lamps burn.');
        expect(await findings(page, 'light')).toEqual([]);
        await button(page, 'Mark as done').click();
        await expect(page.getByText('The lamps burn.')).toBeVisible();
        await page.goto(`/obligations?state=open&open=${id}-1`);
        await button(page, 'Ask for a waiver: Impounding vehicle').click();
        await page.getByLabel('Reason').fill('It never left the road.');
        await button(page, 'Ask for a waiver').click();
        await expect(page.getByText('Another person must confirm the waiver.')).toBeVisible();

        await signIn('state admin', { state });
        await page.goto('/obligations?state=waiver+asked');
        await expect(page.getByText('Impounding vehicle').first()).toBeVisible();
        expect(await findings(page, 'light')).toEqual([]);
        await page.goto(`/obligations?state=waiver+asked&open=${id}-1`);
        await button(page, 'Confirm the waiver: Impounding vehicle').click();
        await button(page, 'Waive it').click();
        await expect(page.getByText('Waived by Amina Sule.')).toBeVisible();

        const payments = `/report-rows?figure=received&each=offence&offence=VDF-03&zone=${zone}`;
        await page.goto(payments);
        await expect(page.getByText('₦100,000 in all, ₦0 refunded')).toBeVisible();
        expect(await findings(page, 'light')).toEqual([]);
        await button(page, 'Export').click();
        const saving = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: 'CSV' }).click();
        expect(await readFile(await (await saving).path(), 'utf8')).toContain('Musa Danladi');
        await page.goto(`${payments}&open=${id}-1`);
        const form = page.getByRole('form', { name: 'Propose a refund' });
        await form.getByLabel('Amount refunded, in naira').fill('40,000');
        await form.getByLabel('Day of the payout').fill(dayFromNow(0));
        await form.getByLabel('Proof number').fill('TRF-204518');
        await form.getByLabel(/^Reason/).fill('Suit 12 of the High Court');
        expect(await findings(page, 'light')).toEqual([]);
        await form.getByRole('button', { name: 'Propose a refund' }).click();
        const proposing = page.getByRole('dialog', { name: 'Propose a refund of ₦40,000?' });
        await proposing.getByRole('button', { name: 'Propose it' }).click();
        await expect(page.getByText(/^₦40,000 to count as refunded on/)).toBeVisible();

        await signIn('state admin', { state });
        await page.goto('/refunds');
        await page
          .getByText(/Suit 12 of the High Court$/)
          .first()
          .click();
        expect(await findings(page, 'light')).toEqual([]);
        await button(page, /^Confirm: ₦40,000/).click();
        await expect(page.getByText(/^₦40,000 refunded on/)).toBeVisible();
        await page.goto(payments);
        await expect(page.getByText('₦100,000 in all, ₦40,000 refunded')).toBeVisible();
      },
    );

    test(
      'a court officer refers a ticket and saves its file, and two others note what the court decided',
      { tag: '@night' },
      async ({ page, server, signIn }) => {
        const { account } = await signIn('state admin', { state: 'Ogun' });
        const both = await giveDuty(server, account?.id ?? '', 'court officer');
        await server.query((db) => ticketRules({ db }, { ...both, days, organisation: 'Ogun' }));
        const registration = `CRT-${width}AB`;
        const place = { zone: 'Sagamu', registration };
        const { _id: id } = await booked(await bookerIn(server, { state: 'Ogun' }), place);
        await server.query((db) =>
          db
            .updateTable('bookings')
            .set({ due_day: dayFromNow(-30) })
            .where('id', '=', id)
            .execute(),
        );

        await page.goto('/court?zone=Sagamu');
        await expect(page.getByText(registration).first()).toBeVisible();
        await button(page, 'Select').click();
        await page.getByRole('checkbox', { name: new RegExp(registration) }).check();
        await button(page, 'Refer to court').click();
        const referring = page.getByRole('dialog', { name: 'Refer 1 ticket' });
        await referring.getByLabel('Court').fill('Mobile Court, Sagamu');
        expect(await findings(page, 'light')).toEqual([]);
        await referring.getByRole('button', { name: 'Add to a draft' }).click();
        await expect(referring).toBeHidden();
        await expect(page.getByText(registration).first()).toBeVisible();
        expect(await findings(page, 'light')).toEqual([]);
        await button(page, 'Lock the batch and refer the tickets').click();
        const locking = page.getByRole('dialog', {
          name: 'Refer 1 ticket to Mobile Court, Sagamu?',
        });
        await expect(locking.getByRole('listitem')).toHaveText(registration);
        expect(await findings(page, 'light')).toEqual([]);
        await locking.getByRole('button', { name: 'Refer the tickets' }).click();
        await expect(locking).toBeHidden();
        const joining = page.waitForEvent('download');
        await button(page, 'Case files for this batch (PDF)').click();
        expect((await joining).suggestedFilename()).toMatch(/^case-files-\w{6}\.pdf$/);
        await page.goto(`/court?state=referred&open=${id}`);
        const saving = page.waitForEvent('download');
        await button(page, 'Save the case file').click();
        const file = await readFile(await (await saving).path());
        expect(file.subarray(0, 5).toString()).toBe('%PDF-');

        const hearing = page.getByRole('form', { name: 'Hearing' });
        await hearing.getByLabel('Day').fill(dayFromNow(0));
        await hearing.getByLabel('Suit or charge number').fill('OG/7/26');
        await hearing.getByRole('button', { name: 'Save the hearing' }).click();
        const { account: other } = await signIn('state admin', { state: 'Ogun' });
        await giveDuty(server, other?.id ?? '', 'court officer');
        await page.goto(`/court?state=referred&open=${id}`);
        const decision = page.getByRole('form', { name: 'Decision' });
        await decision.getByLabel('Charge 1, LGC-16').selectOption('Fined a different amount');
        await decision.getByLabel('Fine on charge 1, in naira').fill('3000');
        await decision.getByLabel('Charge 2, TMS-01').selectOption('Dismissed');
        expect(await findings(page, 'light')).toEqual([]);
        await decision.getByLabel('Court receipt').fill('R-19');
        await decision.getByRole('button', { name: 'Propose the decision' }).click();
        await expect(decision).toBeHidden();
        await expect(page.getByText(/^You proposed this/)).toBeVisible();
        expect(await findings(page, 'light')).toEqual([]);

        await signIn('state admin', { state: 'Ogun' });
        await page.goto('/waiting');
        await page.getByRole('link', { name: new RegExp(`^${registration}`) }).click();
        await button(page, `Confirm: ${registration}`).click();
        await expect(page.getByText('Correct the decision')).toBeVisible();
        await page.goto('/court?state=heard&zone=Sagamu');
        await expect(page.getByText(registration).first()).toBeVisible();
        expect(await findings(page, 'light')).toEqual([]);
      },
    );

    test('a booked person objects without scripts, and reads what another officer answers', async ({
      page,
      browser,
      server,
      signIn,
    }) => {
      const registration = `DSP-${width}AB`;
      const booker = await bookerIn(server, { state: 'Ogun' });
      const { _id: id } = await booked(booker, { zone: 'Sagamu', registration });
      const code = await server.query((db) => ticketCodeOf(db, id));
      // Axe needs scripts.
      await page.goto(`/t/${code}/more`);
      await proves(page, '0142');
      expect(await findings(page, 'light')).toEqual([]);
      const theirs = await browser.newContext({
        baseURL: server.url,
        javaScriptEnabled: false,
        reducedMotion: 'reduce',
        viewport: { width, height: 844 },
      });
      const theirPage = await theirs.newPage();
      await theirPage.goto(`/t/${code}`);
      await theirPage.getByRole('link', { name: /object/i }).click();
      await proves(theirPage, '9999');
      await expect(theirPage.getByRole('alert')).toContainText('do not belong to this ticket');
      await proves(theirPage, '0142');
      await theirPage.getByLabel('Why do you object?').selectOption('Somebody else was driving');
      await theirPage.getByLabel('What happened?').fill('My brother drove that day.');
      const send = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
        await theirPage.getByLabel(/^Pictures/).setInputFiles(files);
        await theirPage.getByRole('button', { name: 'Send the objection' }).click();
      };
      const photo = { name: 'IMG_200MP.jpg', mimeType: 'image/jpeg' };
      await send(await aPicture(), { ...photo, buffer: Buffer.alloc(16 * 1024 * 1024) });
      await expect(theirPage.getByRole('alert')).toContainText(
        'File 2, “IMG_200MP.jpg”, is larger than 15 MB.',
      );
      await expect(theirPage.getByLabel('What happened?')).toHaveValue(
        'My brother drove that day.',
      );
      await expect(theirPage.getByLabel('Why do you object?')).toHaveValue('not me');
      const receipt = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n');
      await send(await aPicture(), {
        name: 'receipt.pdf',
        mimeType: 'application/pdf',
        buffer: receipt,
      });
      await expect(
        theirPage.getByText('You do not have to pay until you have the answer.'),
      ).toBeVisible();
      await expect(theirPage.getByText(disputeNumber(id))).toBeVisible();
      const copying = theirPage.waitForEvent('download');
      await theirPage.getByRole('button', { name: 'Save a copy' }).click();
      expect((await copying).suggestedFilename()).toBe(`objection-${disputeNumber(id)}.pdf`);
      await page.goto(`/t/${code}/more`);
      await proves(page, '0142');
      expect(await findings(page, 'light')).toEqual([]);
      await page.goto(`/t/${code}`);
      await expect(page.getByText('There is an open objection to this ticket.')).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);

      const { account } = await signIn('booking officer', { state: 'Ogun', zone: 'Sagamu' });
      await giveDuty(server, account?.id ?? '', 'dispute officer');
      await page.goto('/disputes');
      await expect(page.getByText(registration).first()).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);
      await page.goto(`/disputes?open=${id}`);
      await expect(page.getByText('My brother drove that day.').last()).toBeVisible();
      await expect(page.getByRole('link', { name: 'Driver’s picture 1' })).toBeVisible();
      await expect(page.getByRole('table', { name: 'Fines' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'receipt.pdf, PDF, 1 kB' })).toBeVisible();
      await page.getByLabel('Answer and reason').fill('The licence shown was yours.');
      expect(await findings(page, 'light')).toEqual([]);
      await button(page, 'Reject the objection').click();
      const rejecting = page.getByRole('dialog', { name: /^Reject the objection to / });
      await rejecting.getByRole('button', { name: 'Reject the objection' }).click();
      await expect(
        page.getByText('Objection rejected. The ticket has a new due date.'),
      ).toBeVisible();

      await theirPage.goto(`/t/${code}/more`);
      await proves(theirPage, '0142');
      await expect(theirPage.getByText('The licence shown was yours.')).toBeVisible();
      await theirs.close();
    });
  });

async function proves(page: Page, four: string): Promise<void> {
  await page.getByLabel('Last four characters of your phone number or licence').fill(four);
  await page.getByRole('button', { name: 'Continue' }).click();
}
