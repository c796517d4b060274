import { ulid } from 'ulid';
import { type Booking, bookingSchema } from '#contract/bookings.ts';
import { type Collision, collisionSchema } from '#contract/collisions.ts';
import type { OfferedOffence } from '#contract/offences.ts';
import type { Place } from '#contract/places.ts';
import type { User } from '#contract/users.ts';
import { aJpeg } from '#tests/support/camera-files.ts';

/** A new user each time, since the device stores data by user id. */
export const aUser = (changes: Partial<User> = {}, id = ulid()): User => ({
  id,
  _id: id,
  firstName: 'Amina',
  lastName: 'Bello',
  username: 'amina',
  email: 'amina@hanya.test',
  role: 'state admin',
  state: 'Kaduna',
  zone: null,
  phone: '08030000000',
  picture: 'no-user.jpg',
  avatar: 'no-user.jpg',
  active: true,
  ownPassword: true,
  lastActive: null,
  createdAt: '2026-01-05T08:00:00.000Z',
  language: '',
  ...changes,
});

const somebody = { id: 'somebody', name: 'Amina Bello', role: 'booking officer' } as const;

/** A booking of 5,000 naira that is neither billed nor paid. */
export const aBooking = (changes: Partial<Booking> = {}): Booking =>
  bookingSchema.parse({
    ...Object.fromEntries(Object.keys(bookingSchema.shape).map((field) => [field, ''])),
    _id: ulid(),
    billRef: null,
    paid: false,
    completed: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    createdBy: somebody,
    paidAt: null,
    completedAt: null,
    completedBy: null,
    withdrawal: null,
    decision: null,
    version: 1,
    correctedAt: null,
    shownVersion: null,
    dueDay: null,
    replaces: '',
    replacedBy: '',
    organisation: 'Kaduna',
    demo: false,
    name: 'Musa Danladi',
    registration: 'KTN-482AB',
    offence: [],
    laws: [],
    confiscations: [],
    price: 5_000,
    position: null,
    captured: null,
    ...changes,
  });

export const aCollision = (changes: Partial<Collision> = {}): Collision =>
  collisionSchema.parse({
    _id: ulid(),
    createdAt: '2026-11-20T10:00:00.000Z',
    createdBy: somebody,
    organisation: 'Kaduna',
    demo: false,
    zone: 'Zaria',
    team: '',
    location: '',
    desc: '',
    noOfCars: 2,
    noOfInjuries: 0,
    noOfFatalities: 0,
    notes: '',
    facts: {},
    doubles: { found: 0, open: 0 },
    countsAs: null,
    corrections: [],
    img: [],
    vid: '',
    vehicle: [],
    witness: [],
    officer: [],
    position: null,
    additions: 0,
    filesToCome: 0,
    filesUnreadable: 0,
    captured: null,
    ...changes,
  });

/** A small catalogue: an offence of each of three groups, one of them charged per day. */
export const offences: readonly OfferedOffence[] = [
  {
    id: 'LGC-16',
    group: 'LGC',
    name: 'Driving without strapped seat belt (driver)',
    amount: 2_000,
    penalty: 'Strapping seat belt',
    code: '12020516',
    perDay: false,
    later: [],
  },
  {
    id: 'TMS-01',
    group: 'TMS',
    name: 'Disobeying traffic light',
    amount: 10_000,
    penalty: '',
    code: '12020401',
    perDay: false,
    later: [],
  },
  {
    id: 'SCC-01',
    group: 'SCC',
    name: 'Storage of impounded motorcycle (per day)',
    amount: 200,
    penalty: '',
    code: '12020470',
    perDay: true,
    later: [],
  },
];

export const revenueHeads = [{ revenue_code: '12020516', mdasId: 100_000_516 }];

export const places: readonly Place[] = [
  { name: 'Kaduna', cities: ['Chikun', 'Kachia', 'Zaria'] },
  { name: 'Ogun', cities: ['Sagamu'] },
];

/** A complete list answer with these rows. */
export const aList = <Row>(...data: Row[]) => ({
  success: true as const,
  data,
  total: data.length,
  count: data.length,
  limit: 12,
  pagination: {},
});

export const anAnswer = <Data>(data: Data) => ({ success: true as const, data });

export const aPicture = (name = 'scene.jpg') => new File([aJpeg()], name, { type: 'image/jpeg' });
