import type { Element, Person } from './person.ts';

/** Opens the form of a booking and fills it in, up to its last button. */
export async function fillBooking(
  person: Person,
  { name, registration }: { name: string; registration: string },
): Promise<Element> {
  await person.press('Booking', await person.role('navigation', 'New record'));
  const form = await person.role('dialog', 'New Booking Form');
  await person.fill(/^Vehicle Registration/, registration, form);
  await person.type(['role', 'combobox', /offences$/i], 'LGC-16', form);
  await person.pressRole('option', /LGC-16/, form);
  await person.fill(/^License number/, 'KAD48271AA12', form);
  await person.type(['role', 'textbox', /^Name/], name, form);
  await person.type(['role', 'textbox', /^Phone number/], '0900 555 0142', form);
  await person.type(['role', 'textbox', /^Address/], '14 Benin Street', form);
  return form;
}
