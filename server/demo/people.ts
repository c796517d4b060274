import type { Organisation } from '#contract/places.ts';
import names from './data/names.json' with { type: 'json' };
import { characters, type Random, words } from './random.ts';
import type { DemoZone } from './zones.ts';

type People = keyof typeof names.peoples;
type Mix = keyof typeof names.mixes;

/** Parts of the country, each with its own names. */
export const mixes = Object.keys(names.mixes) as [Mix, ...Mix[]];

interface Person {
  readonly name: string;
  readonly gender: 'Male' | 'Female';
}

/** A person with names of that part of the country, sometimes with a middle name. */
export function personIn(random: Random, mix: Mix, womenShare: number): Person {
  const shares = Object.entries(names.mixes[mix]) as [People, number][];
  const people = names.peoples[random.weighted(shares)];
  const men = words(people.men);
  const gender = random.chance(womenShare) ? 'Female' : 'Male';
  const first = random.pick(gender === 'Male' ? men : words(people.women));
  const last = random.pick(words(people.families).filter((family) => family !== first));
  const middle = random.chance(0.18) ? random.pick(men) : first;
  const parts = middle === first || middle === last ? [first, last] : [first, middle, last];
  return { name: parts.join(' '), gender };
}

const digits = '0123456789';
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** The beginning of a licence number, by its place of issue. */
const issuers: Readonly<Record<Organisation, string>> = {
  Kaduna: 'KAD',
  Ogun: 'OGN',
  'Lagos FRSC': 'LAG',
  'Abuja FRSC': 'ABJ',
};

/**
 * A phone number that can't be anybody's: mobile numbers begin with 0901 to 0909 and others, and no
 * operator has ever been given 0900.
 */
const phonePrefix = '09005';

export function phoneOf(random: Random): string {
  return phonePrefix + characters(random, 6, digits);
}

/** A licence number such as KAD48271AA12. */
export function licenceOf(random: Random, organisation: Organisation): string {
  const parts = [
    characters(random, 5, digits),
    characters(random, 2, letters),
    characters(random, 2, digits),
  ];
  return issuers[organisation] + parts.join('');
}

/** The driver of a booking without the numbers of licence and phone, as the booking form has it. */
export function driverOf(random: Random, zone: DemoZone, womenShare: number, thisYear: number) {
  const { name, gender } = personIn(random, zone.mix, womenShare);
  const year = thisYear - random.between(20, 38) - random.between(0, 22);
  const month = String(random.between(1, 12)).padStart(2, '0');
  const day = String(random.between(1, 28)).padStart(2, '0');
  const mailbox = name.toLowerCase().replaceAll(' ', '.');
  const centimetres = gender === 'Male' ? random.between(162, 189) : random.between(153, 177);
  return {
    name,
    gender,
    phoneTwo: random.chance(0.12) ? phoneOf(random) : '',
    dob: random.chance(0.85) ? `${year}-${month}-${day}` : '',
    email: random.chance(0.1) ? `${mailbox}@example.com` : '',
    height: random.chance(0.4) ? `${(centimetres / 100).toFixed(2)} m` : '',
    address: `No. ${random.between(1, 120)} ${random.pick(zone.streets)}, ${zone.town}`,
  };
}
