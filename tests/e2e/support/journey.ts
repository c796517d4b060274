import { expect, type Locator, type Page } from '@playwright/test';

/** What the officer of these journeys finds at the roadside. */
export interface Stop {
  readonly name: string;
  readonly registration: string;
}

/** The steps from ticket to clearance, done as a person does them: by mouse and keys, or by taps. */
export interface Journey {
  readonly press: (locator: Locator) => Promise<void>;
  readonly signIn: (email: string, password: string) => Promise<void>;
  /** Chooses an entry of the side navigation, which a phone keeps in a drawer. */
  readonly goTo: (label: string) => Promise<void>;
  readonly openForm: () => Promise<Locator>;
  readonly addOffence: (form: Locator, search: string, offence: RegExp) => Promise<void>;
  readonly fillDriverAndVehicle: (form: Locator, stop: Stop) => Promise<void>;
  /** The rows of a list, newest first. */
  readonly rows: (list: string) => Locator;
  readonly openBooking: (registration: string) => Promise<Locator>;
  /** Pays in the gateway's own page, which Pay Bill opens. */
  readonly payBill: (detail: Locator) => Promise<void>;
  readonly checkStatus: (detail: Locator) => Promise<void>;
  readonly clearVehicle: (detail: Locator, registration: string) => Promise<void>;
}

export function journeyOn(page: Page, phone: boolean): Journey {
  const press = (locator: Locator) => (phone ? locator.tap() : locator.click());
  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: true });

  return {
    press,

    async signIn(email, password) {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await press(button(page, 'Login'));
      await expect(page.getByRole('heading', { level: 1, name: 'Base' })).toBeVisible();
    },

    async goTo(label) {
      if (phone) await press(button(page, 'Open menu'));
      const menu = page.getByRole('navigation', { name: 'Main' });
      await press(menu.getByRole('link', { name: label, exact: true }));
      if (phone) await expect(menu).toBeHidden();
    },

    async openForm() {
      const links = page.getByRole('navigation', { name: 'New record' });
      await press(button(links, 'Booking'));
      const form = page.getByRole('dialog', { name: 'New Booking Form' });
      await expect(button(form, 'Submit')).toBeVisible();
      return form;
    },

    async addOffence(form, search, offence) {
      if (phone) await press(button(form, /^Offences/));
      const box = form.getByRole('combobox', { name: /offences$/i });
      await box.fill(search);
      const option = form.getByRole('option', { name: offence });
      await press(option);
      await expect(option).toHaveAttribute('aria-selected', 'true');
      if (phone) await press(button(form, 'Done'));
    },

    async fillDriverAndVehicle(form, { name, registration }) {
      await form.getByLabel('License number').fill('KAD48271AA12');
      await form.getByLabel('Name', { exact: true }).fill(name);
      await form.getByLabel('Phone number', { exact: true }).fill('0900 555 0142');
      await form.getByLabel('Address', { exact: true }).fill('14 Benin Street');
      await form.getByLabel('Vehicle Registration').fill(registration);
    },

    rows(list) {
      return phone
        ? page.getByRole('region', { name: list }).getByRole('article')
        : page.getByRole('table', { name: list }).locator('tbody').getByRole('row');
    },

    async openBooking(registration) {
      await press(button(page, `Open ${registration}`));
      const detail = page.getByRole('dialog', { name: /^Booking/ });
      await expect(detail.getByRole('table', { name: 'Fines' })).toBeVisible();
      return detail;
    },

    async payBill(detail) {
      await expect(detail.getByRole('term').filter({ hasText: 'Bill reference' })).toBeVisible({
        timeout: 120_000,
      });
      const opening = page.waitForEvent('popup');
      await press(button(detail, 'Pay Bill'));
      const gateway = await opening;
      await press(gateway.getByRole('button', { name: /^Pay ₦/ }));
      await expect(gateway.getByRole('heading', { name: 'Paid' })).toBeVisible();
      await gateway.close();
    },

    async checkStatus(detail) {
      await press(button(detail, 'Check Status'));
      await expect(detail.getByText('Payment Completed!')).toBeVisible();
    },

    async clearVehicle(detail, registration) {
      await press(button(detail, 'Clear Vehicle'));
      const question = page.getByRole('dialog', { name: `Clear ${registration}?` });
      await press(button(question, 'Clear Vehicle'));
    },
  };
}
