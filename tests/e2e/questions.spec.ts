import { aDuty } from '#tests/support/duties.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { storeBookings } from '#tests/support/raw-bookings.ts';
import { findings } from './support/axe-run.ts';
import { expect, test } from './support/test.ts';

for (const width of [390, 1440])
  test(
    `an officer answers a question about their records, and a reviewer closes it, at ${width} pixels`,
    { tag: '@night' },
    async ({ page, server, signIn }) => {
      await page.setViewportSize({ width, height: 900 });
      const place = { state: 'Ogun', zone: width === 390 ? 'Ijebu Ode' : 'Sagamu' } as const;
      const { account } = await signIn('booking officer', place);
      const officer = account?.id ?? '';
      await server.query(async (db) => {
        const [by, decidedBy] = await Promise.all(
          [1, 2].map(async () => (await makeAccount(db, 'state admin', { state: 'Ogun' })).id),
        );
        const both = { by: by ?? '', decidedBy: decidedBy ?? '', organisation: 'Ogun' as const };
        // The other width may have switched them on in the same server.
        await aDuty({ db }, both).catch(() => undefined);
        for (let at = 0; at < 9; at += 1) {
          const { id } =
            at === 0 ? { id: officer } : await makeAccount(db, 'booking officer', place);
          const tickets = Array.from({ length: 30 }, (_, one) => ({
            organisation: 'Ogun',
            zone: place.zone,
            name: `Driver ${one}`,
            phone_no: `0803 556 ${1000 + one}`,
            created_at: new Date(Date.now() - one * 600_000),
            ...(at === 0 &&
              one < 14 && {
                withdrawn_at: new Date(),
                withdrawn_by: decidedBy ?? '',
                withdrawn_reason: 'A wrong plate.',
              }),
          }));
          await storeBookings(db, id, tickets);
        }
      });

      await page.goto('/questions?period=7days');
      const own = page.getByRole('region', { name: /^Why were these bookings withdrawn, and/ });
      await expect(own).toContainText('14 of 30 bookings withdrawn; colleagues: 0 to 1 of 30.');
      await own.getByRole('button', { name: /^Show and answer/ }).click();
      await own.getByRole('button', { name: 'Send the answer' }).click();
      await expect(own.getByText('Enter an explanation.')).toBeVisible();
      await own.getByLabel('Your answer').fill('The plates were mud.');
      await own.getByRole('button', { name: 'Send the answer' }).click();
      await expect(own.getByRole('list', { name: 'Answers and outcomes' })).toContainText(
        'The plates were mud.',
      );
      expect(await findings(page, 'light')).toEqual([]);

      const { account: reviewer } = await signIn('observer', { state: 'Ogun' });
      await server.query(async (db) => {
        const [admin, other] = await Promise.all(
          [1, 2].map(async () => (await makeAccount(db, 'state admin', { state: 'Ogun' })).id),
        );
        const stands = { user: reviewer?.id ?? '', organisation: 'Ogun' as const };
        await aDuty({ db }, { ...stands, by: admin ?? '', decidedBy: other ?? '' });
      });
      await page.goto(`/questions?period=7days&zone=${encodeURIComponent(place.zone)}`);
      await page.getByRole('link', { name: 'Questions', exact: true }).click();
      const one = page.getByRole('region', { name: /^Why were these bookings withdrawn, and/ });
      await one.getByRole('button', { name: 'Show 14 rows of Amina Sule' }).click();
      await expect(one).toContainText('Withdrawn by Amina Sule 14.');
      await expect(one).toContainText('The plates were mud.');
      await one.getByLabel('Explanation').fill('The rains, and the superior agrees.');
      await one.getByRole('button', { name: 'Save the outcome of 14 rows' }).click();
      await expect(one.getByText('Select an outcome.')).toBeVisible();
      await one.getByLabel('Outcome', { exact: true }).selectOption('Explained');
      expect(await findings(page, 'light')).toEqual([]);
      await one.getByRole('button', { name: 'Save the outcome of 14 rows' }).click();
      await expect(page.getByText('There are no questions on these days.')).toBeVisible();
    },
  );
