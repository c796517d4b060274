import { screen, within } from '@testing-library/react';

/** A link of the header, such as Booking, which opens a popup. */
export async function headerLink(name: string): Promise<HTMLElement> {
  const header = await screen.findByRole('navigation', { name: 'New record' });
  return within(header).getByRole('button', { name });
}

/** Whether a control does what it says: a closed one stays in reach, to say why it is closed. */
export const isOpen = (control: HTMLElement): boolean =>
  !control.hasAttribute('disabled') && control.getAttribute('aria-disabled') !== 'true';

/** What is read out about a control besides its name. */
export const descriptionOf = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
