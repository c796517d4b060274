import { expect, test } from 'vitest';
import { offenceGroups, offenceSchema } from '#contract/offences.ts';
import { listOffences, offenceById } from '#server/features/offences/queries.ts';

const offences = listOffences();

const penalties = [
  'Impounding vehicle',
  'Dislodging driver',
  'Psychiatric test',
  'Effect repairs',
  'Prosecution in court',
  'Driver training',
  'Strapping seat belt',
];

function fees(name: RegExp): number[] {
  const found = offences.filter((offence) => name.test(offence.name));
  return [...new Set(found.map(({ amount }) => amount))];
}

test('the catalogue has 112 offences, each in the shape that crosses the wire', () => {
  expect(offences).toHaveLength(112);
  for (const offence of offences) expect(offenceSchema.parse(offence)).toEqual(offence);
});

test('no two offences share an id or a payment code', () => {
  expect(new Set(offences.map(({ id }) => id)).size).toBe(offences.length);
  expect(new Set(offences.map(({ code }) => code)).size).toBe(offences.length);
});

test('136 to 145: an offence belongs to the group that its id begins with, and every group has some', () => {
  for (const { id, group } of offences) expect(id.startsWith(`${group}-`)).toBe(true);
  expect([...new Set(offences.map(({ group }) => group))]).toEqual(Object.keys(offenceGroups));
});

test.each<[fee: number, name: RegExp]>([
  [200, /Storage of impounded motorcycle/],
  [500, /Storage of impounded three-wheeler/],
  [500, /Driving Test \(private vehicle\)/],
  [1_000, /^Wrong parking$/],
  [2_000, /seat belt \(driver\)/],
  [2_000, /Storage of impounded car/],
  [3_000, /unlicensed motorcycle/],
  [10_000, /traffic light/],
  [20_000, /fake number plates/],
  [25_000, /commercial vehicle with non-functional lamps/],
  [50_000, /Assault on a traffic officer/],
  [100_000, /trailer, tanker or tipper with non-functional lamps/],
  [300_000, /Bullion vehicle driving in a direction prohibited/],
  [100_000, /Towing of trailer or tanker, loaded \(negotiable\)/],
  [50_000, /Towing of trailer or tanker, empty \(negotiable\)/],
  [0, /Hire of heavy recovery equipment \(at hire cost\)/],
])('312 to 316, 318 to 325: %d naira is the fee for %s', (fee, name) => {
  expect(fees(name)).toEqual([fee]);
});

test('317: most offences of licence and of signs cost 5,000 naira', () => {
  for (const group of ['LGC', 'TMS']) {
    const all = offences.filter((offence) => offence.group === group);
    expect(all.filter(({ amount }) => amount === 5_000).length).toBeGreaterThan(all.length / 3);
  }
});

test('326, 329: a penalty is made of the known sanctions; only the second passenger of a motorcycle differs', () => {
  for (const { id, penalty } of offences) {
    if (id === 'MCL-04') expect(penalty).toBe('Additional 500 charge on the passenger');
    else if (penalty !== '')
      for (const part of penalty.split('; ')) expect(penalties).toContain(part);
  }
  const used = new Set(offences.flatMap(({ penalty }) => penalty.split('; ')));
  for (const penalty of penalties) expect(used).toContain(penalty);
});

test('exactly the storage charges may repeat, one for each day', () => {
  const repeating = offences.filter(({ perDay }) => perDay);
  expect(repeating.map(({ id }) => id)).toEqual(['SCC-01', 'SCC-02', 'SCC-03', 'SCC-04']);
  expect(repeating).toEqual(offences.filter(({ name }) => name.includes('(per day)')));
});

test('an offence is found by its id alone', () => {
  for (const offence of offences) expect(offenceById(offence.id)).toBe(offence);
  expect(offenceById('LGC-99')).toBeUndefined();
  expect(offenceById('constructor')).toBeUndefined();
});
