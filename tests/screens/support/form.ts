import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** The label of a field, whether it says "(optional)" or not. */
export const labelled = (label: string) => new RegExp(`^${label}( \\(optional\\))?$`);

/** The field of a label within a form or a part of one. */
export function field(form: HTMLElement, label: string | RegExp): HTMLInputElement {
  const name = typeof label === 'string' ? labelled(label) : label;
  const [input] = within(form).getAllByLabelText<HTMLInputElement>(name);
  if (!input) throw new Error(`There is no ${String(label)}.`);
  return input;
}

/** Writes a text at once, as it is pasted, and leaves the field. */
export function fill(form: HTMLElement, label: string | RegExp, value: string): void {
  const input = field(form, label);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}

/** Presses what has this name, once it is there. */
export async function press(name: string | RegExp, within_?: HTMLElement): Promise<void> {
  const place = within_ ? within(within_) : screen;
  fireEvent.click(await place.findByRole('button', { name }));
}

/** Chooses an entry of a select. */
export async function choose(form: HTMLElement, label: string, option: string): Promise<void> {
  fireEvent.click(field(form, label));
  const named = { name: option, hidden: true };
  // The lists of other selects are in the page as well, and closed.
  const list = await openList(form, label);
  fireEvent.click(await within(list).findByRole('option', named));
}

/** The entries that a select offers. */
export async function offered(form: HTMLElement, label: string): Promise<string[]> {
  fireEvent.click(field(form, label));
  const list = await openList(form, label);
  return within(list)
    .getAllByRole('option', { hidden: true })
    .map(({ textContent }) => textContent);
}

function openList(form: HTMLElement, label: string): Promise<HTMLElement> {
  return waitFor(() => {
    const list = document.getElementById(field(form, label).getAttribute('aria-controls') ?? '');
    if (list === null) {
      // A select that was still being filled has not heard the first click.
      fireEvent.click(field(form, label));
      throw new Error(`The list of ${label} is not open.`);
    }
    return list;
  });
}

/** A link of the header, such as Booking, which opens a popup. */
export async function headerLink(name: string): Promise<HTMLElement> {
  const header = await screen.findByRole('navigation', { name: 'New record' });
  return within(header).getByRole('button', { name });
}

/** The popup of this name, once it is open. */
export const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

/** What is said in a toast. */
export async function says(words: string): Promise<void> {
  await waitFor(() => {
    const said = [...screen.queryAllByRole('status'), ...screen.queryAllByRole('alert')];
    expect(said.map(({ textContent }) => textContent).join('\n')).toContain(words);
  });
}

/** What is read out with a control besides its name: its hint, its error, why it is closed. */
export const described = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** True if a button can't be pressed; it keeps its place for those who move by keys. */
export const isClosed = (button: HTMLElement): boolean =>
  button.getAttribute('aria-disabled') === 'true';
