import { describe, expect, test } from 'vitest';
import {
  maxOffencesPerBooking,
  needLicenceOrRegistration,
  needOffence,
} from '#contract/new-bookings.ts';
import { needEmail } from '#contract/text.ts';
import { listOffences } from '#server/features/offences/queries.ts';
import type { CatalogueOffence } from '#web/features/bookings/form/catalogue.ts';
import {
  type BookingDraft,
  bookingOf,
  draftErrors,
  newDraft,
} from '#web/features/bookings/form/draft.ts';
import {
  findOffences,
  isFoundByCode,
  markMatches,
  nearestOffences,
} from '#web/features/bookings/form/offence-search.ts';
import { offenceWords } from '#web/features/bookings/form/offence-words.ts';
import {
  addOffence,
  conditions,
  removeOffence,
  removeOneDay,
  ticketLines,
  ticketTotal,
} from '#web/features/bookings/form/rules.ts';
import { sections } from '#web/features/bookings/form/sections.ts';
import { orderOf } from '#web/forms/record/sections.ts';

const id = '01K9HZNGVX2Z66Z1C0ABCDEFGH';

function draft(changes: Partial<BookingDraft> = {}): BookingDraft {
  return {
    ...newDraft(id, { state: 'Kaduna', zone: 'Sabon Gari' }),
    registration: 'ABC-123DE',
    name: 'Musa Danladi',
    phoneNo: '0803 555 0142',
    address: '4 Yakubu Avenue',
    offence: [{ id: 'LGC-16' }],
    ...changes,
  };
}

function offence(changes: Partial<CatalogueOffence>): CatalogueOffence {
  return {
    id: 'LGC-16',
    name: 'Driving without strapped seat belt (driver)',
    group: 'LGC',
    amount: 2000,
    penalty: 'Strapping seat belt',
    code: '12020516',
    perDay: false,
    mdasId: 100_000_516,
    ...changes,
  };
}

const belt = offence({});
const light = offence({
  id: 'TMS-01',
  group: 'TMS',
  name: 'Disobeying traffic light',
  amount: 10_000,
  code: '12020401',
  mdasId: null,
});
const storage = offence({
  id: 'SCC-01',
  group: 'SCC',
  name: 'Storage of impounded motorcycle (per day)',
  amount: 200,
  code: '12020470',
  perDay: true,
});
const catalogue = [belt, light, storage];

const maySubmit = (booking: BookingDraft) => conditions(booking).every(({ met }) => met);

describe('submitting is enabled', () => {
  test('with a registration, phone number, address, name and an offence', () => {
    expect(maySubmit(draft())).toBe(true);
  });

  test('with a license number instead of a registration', () => {
    expect(maySubmit(draft({ registration: '', license: 'KAD 48271 AA 12' }))).toBe(true);
  });

  test.each([
    ['license and registration', { registration: '' }, 'licence or registration'],
    ['phone number', { phoneNo: '' }, 'phone number'],
    ['address', { address: '' }, 'address'],
    ['name', { name: '' }, 'name'],
    ['offence', { offence: [] }, 'offence'],
  ])('but not without %s, which is then the one open point', (_, changes, name) => {
    const incomplete = draft(changes);
    expect(maySubmit(incomplete)).toBe(false);
    expect(conditions(incomplete).filter(({ met }) => !met)).toMatchObject([{ name }]);
  });

  test('but not with spaces in place of words', () => {
    expect(maySubmit(draft({ name: '   ' }))).toBe(false);
  });
});

describe('an offence', () => {
  test('stands on a ticket once', () => {
    const once = addOffence([], belt);
    expect(addOffence(once, belt)).toBe(once);
  });

  test('that is charged per day is added again for each day', () => {
    const days = addOffence(addOffence([], storage), storage);
    expect(ticketLines(days, catalogue)).toEqual([{ offence: storage, times: 2, amount: 400 }]);
    expect(removeOneDay(days, storage.id)).toHaveLength(1);
    expect(removeOffence(days, storage.id)).toEqual([]);
  });

  test('is refused on a ticket that is full', () => {
    const full = Array.from({ length: maxOffencesPerBooking }, () => ({ id: storage.id }));
    expect(addOffence(full, storage)).toBe(full);
  });

  test('128: adds its amount to the total, whatever else is on the ticket', () => {
    const chosen = [belt, storage, light, storage].map((entry) => ({ id: entry.id }));
    const lines = ticketLines(chosen, catalogue);
    expect(lines.map((line) => line.offence.id)).toEqual(['LGC-16', 'SCC-01', 'TMS-01']);
    expect(ticketTotal(lines)).toBe(12_400);
  });
});

describe('the search finds an offence', () => {
  test.each([
    ['a word', 'light'],
    ['words in any order', 'light disobeying'],
    ['its id', 'TMS-01'],
    ['its id without the hyphen', 'tms01'],
    ['its payment code', '12020401'],
    ['words written as one', 'trafficlight'],
  ])('by %s', (_, query) => {
    expect(findOffences(catalogue, query, null, offenceWords)).toEqual([light]);
  });

  test.each([
    ['the whole of it', '12020516', true],
    ['a part of it', 'belt 0516', true],
    ['two digits, which stand in many', '16', false],
    ['its id', 'LGC-16', false],
    ['that of another', '12020401', false],
  ])('and shows its payment code for %s', (_, query, shown) => {
    expect(isFoundByCode(belt, query)).toBe(shown);
  });

  test.each([
    ['drivers license', 'LGC-01'],
    ["driver's licence", 'LGC-01'],
    ['speeding', 'SPV-01'],
    ['over speeding', 'SPV-01'],
    ['red light', 'TMS-01'],
    ['tire', 'VDF-07'],
    ['bald tire', 'VDF-07'],
    ['okada', 'MCL-01'],
    ['okada helmet', 'MCL-03'],
    ['achaba helmet', 'MCL-03'],
    ['danfo park', 'SCC-03'],
    ['keke', 'MCL-11'],
    ['napep overload', 'MCL-11'],
    ['wrong way', 'MTF-01'],
    ['drunk', 'ADL-01'],
    ['no licence', 'LGC-01'],
    ['no license', 'LGC-01'],
    ['seat-belt', 'LGC-16'],
    ['reckless', 'MTF-06'],
    ['tinted', 'VDF-11'],
    ['siren', 'SPV-04'],
    ['bribe', 'MTF-05'],
    ['hit and run', 'MTF-08'],
    ['parkin', 'TMS-02'],
    ['helmat', 'MCL-03'],
    ['licnece', 'LGC-01'],
    ['overtakng', 'MTF-07'],
    ['Ọkáda', 'MCL-01'],
    ['no side mirror', 'VDF-06'],
    ['beating red light', 'TMS-01'],
    ['trek light', 'TMS-01'],
    ['hooting', 'MCL-08'],
    ['maruwa', 'MCL-11'],
    ['passenger hanging', 'LCC-10'],
    ['no wiper', 'VDF-11'],
    ['smoking vehicle', 'VDF-09'],
    ['broken windscreen', 'VDF-11'],
    ['driver with no seat belt', 'LGC-16'],
    ['drink driving', 'ADL-01'],
    ['babu bel', 'LGC-16'],
    ['yana amfani da waya', 'LGC-19'],
    ['Jar wuta', 'TMS-01'],
    ['hular kwano', 'MCL-03'],
    ['kwaya', 'ADL-02'],
    ['ƙwaya', 'ADL-02'],
    ['cin hanci', 'MTF-05'],
    ['no gree stop', 'MTF-09'],
    ['dey press phone', 'LGC-19'],
    ['carry two people', 'MCL-04'],
  ])('by what officers call it, with a letter forgiven: "%s"', (query, id) => {
    expect(
      findOffences(listOffences(), query, null, offenceWords).map((offence) => offence.id),
    ).toContain(id);
  });

  test('whose name it is before those that are only called so', () => {
    const [first] = findOffences(listOffences(), 'tyre', null, offenceWords);
    expect(first?.name).toContain('tyre');
    expect(findOffences(listOffences(), 'wrong parking', null, offenceWords)[0]?.id).toBe('TMS-02');
  });

  test.each([
    ['robotic parkeer', 'parking'],
    ['hellmmett', 'helmet'],
    ['insurrance paper of the car', 'insurance'],
  ])('else the nearest three are offered, of any group: "%s"', (query, word) => {
    expect(findOffences(listOffences(), query, null, offenceWords)).toEqual([]);
    const nearest = nearestOffences(listOffences(), query, offenceWords);
    expect(nearest).toHaveLength(3);
    expect(nearest[0]?.name.toLowerCase()).toContain(word);
  });

  test('every entry of the catalogue has words of officers, and no other has', () => {
    expect(Object.keys(offenceWords).toSorted()).toEqual(
      listOffences()
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  test('only in the chosen group', () => {
    expect(findOffences(catalogue, '', 'SCC', offenceWords)).toEqual([storage]);
    expect(findOffences(catalogue, 'light', 'SCC', offenceWords)).toEqual([]);
  });

  test('and marks what was sought, as a phrase where it stands together', () => {
    expect(markMatches('Without Seat  Belt', 'seat')).toEqual([
      { text: 'Without ', marked: false },
      { text: 'Seat', marked: true },
      { text: '  Belt', marked: false },
    ]);
    expect(markMatches(belt.name, ' seat belt ').filter(({ marked }) => marked)).toEqual([
      { text: 'seat belt', marked: true },
    ]);
  });
});

describe('a draft', () => {
  test('begins in the scope of its maker', () => {
    expect(newDraft(id, { state: 'Lagos', zone: 'Ikeja' })).toMatchObject({
      organisation: 'Lagos FRSC',
      zone: 'Ikeja',
    });
    expect(newDraft(id, { state: null, zone: null })).toMatchObject({
      organisation: null,
      zone: '',
    });
  });

  test('without fault has no errors', () => {
    expect(draftErrors(draft())).toEqual({});
  });

  test('names what is wrong at each field, in words', () => {
    const wrong = draft({
      organisation: null,
      zone: '',
      registration: '',
      phoneNo: '12',
      dob: '1890-01-01',
      email: 'musa',
      vehicleYear: '14',
      offence: [],
    });
    expect(draftErrors(wrong)).toEqual({
      organisation: 'Select an organisation.',
      license: needLicenceOrRegistration,
      phoneNo: 'Enter a phone number, for example 0803 555 0142.',
      dob: 'Enter a date of birth in 1900 or later.',
      email: needEmail,
      vehicleYear: 'Enter a year such as 2014.',
      offence: needOffence,
    });
  });

  test('has a place in the form for every field but its id and the one it replaces', () => {
    expect([...orderOf(sections), '_id', 'replaces'].sort()).toEqual(Object.keys(draft()).sort());
  });

  test('261a, 128: is sent with each offence as the form showed it, as far as it is known', () => {
    const chosen = draft({ offence: [{ id: light.id }, { id: belt.id }, { id: 'LGC-01' }] });
    const shown = ({ id: of, name, penalty, amount, code, mdasId }: CatalogueOffence) => ({
      id: of,
      name,
      penalty,
      amount,
      code,
      mdasId,
    });
    expect(bookingOf(chosen, catalogue).offence).toEqual([
      shown(light),
      shown(belt),
      { id: 'LGC-01', mdasId: null },
    ]);
  });

  test('is sent with no organisation rather than an empty one', () => {
    expect(bookingOf(draft({ organisation: null }), [])).not.toHaveProperty('organisation');
  });
});
