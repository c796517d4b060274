import { readConfig } from '#server/config/config.ts';
import { openJobs } from '#server/db/queues.ts';
import { queueDueReport } from '#server/modules/reports/reports/schedules/runs.ts';
import { startSmtpListener } from '#tests/gateways/smtp-listener.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { freePort } from '#tests/support/free-port.ts';
import { until } from '#tests/support/journey.ts';
import { findings } from './support/axe-run.ts';
import { startMapHost } from './support/map-host.ts';
import { RunningServer } from './support/server.ts';
import { expect, screens, test, unreachable } from './support/test.ts';

test.use({ ...screens['on a phone'], ownWindow: true });

test(
  'a report is saved, sent by mail, and opened from its link once its reader has signed in',
  { tag: '@night' },
  async ({ page, complaints }) => {
    // Calls that the end of the server cuts off.
    complaints.allow(unreachable);
    test.skip(process.env['CLUSTER'] !== undefined, 'It begins with a server of its own.');
    const smtp = await startSmtpListener();
    const own = new RunningServer(await freePort(), await startMapHost(), { SMTP_URL: smtp.url });
    try {
      await own.start();
      const { email } = await own.query((db) => makeAccount(db, 'zonal head', { zone: 'Zaria' }));
      const signIn = async () => {
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password', { exact: true }).fill(testPassword);
        await page.getByRole('button', { name: 'Login' }).click();
      };
      await page.goto(`${own.url}/reports?kind=standard&period=last-month`);
      await signIn();
      await expect(page.getByText('Checks and notes')).toBeVisible();
      await page.getByRole('button', { name: 'Saved reports' }).click();
      await page.getByRole('button', { name: 'Save this report' }).click();
      await page.getByLabel('Name of the report').fill('Month of Zaria');
      await page.getByRole('button', { name: 'Save report' }).click();
      await page.getByRole('button', { name: 'Send Month of Zaria by email' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send Month of Zaria by email' });
      await dialog.getByLabel('How often').selectOption('On the first working day of the month');
      await dialog.getByLabel('Send the report even when there is nothing to report').check();
      await dialog.getByLabel('Amina Sule, zonal head, Zaria').check();
      expect(await findings(page, 'light')).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await findings(page, 'light')).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await dialog.getByRole('button', { name: 'Start sending' }).click();
      await expect(page.getByText('Hanya will send this report by email')).toBeVisible();

      const { appUrl } = await own.urls();
      const jobs = openJobs(appUrl, { doesChores: false });
      await jobs.start();
      await own.query(async (db) => {
        await db
          .updateTable('report_schedules')
          .set({ next_at: new Date('2026-11-02T05:00Z') })
          .execute();
        const config = readConfig({ DEMO: 'on' });
        await queueDueReport({ db, jobs, config }, new Date('2026-11-02T05:01Z'));
      });
      await jobs.stop({ graceful: false });
      await until('the mail is there', () => Promise.resolve(smtp.received.length > 0));
      const mail = smtp.received[0]?.data.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
      const link = /http:\S+/.exec(mail)?.[0] ?? '';
      expect(link).toContain('from=2026-10-01&to=2026-10-31');

      await page.evaluate(() => localStorage.clear());
      await page.goto(link);
      await signIn();
      await expect(page.getByText('2026-10-01 to 2026-10-31')).toBeVisible();
      await expect(
        page.getByText(/Figures for Zaria, Kaduna, as Amina Sule can see them/),
      ).toBeVisible();
    } finally {
      await own.remove();
      await smtp.close();
    }
  },
);
