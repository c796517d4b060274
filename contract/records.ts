import { moduleRecords } from './modules/screens.ts';
import type { Permission } from './roles.ts';
import type { ScreenPath } from './screen-paths.ts';

/** The screen of a kind of record, and the services that the product has for it. */
export interface RecordTraits {
  /** The screen that lists them, and opens one of them by `?open=<id>`. */
  readonly screen: ScreenPath;
  /** The permission without which a role sees none of them. */
  readonly see: Permission;
  /**
   * A device makes them without a network: the form keeps drafts, and what it made is sent to
   * `/api/v1/<kind>` later. The screen opens once one is stored.
   */
  readonly offline?: ScreenPath;
  /** A device sends it as a multipart form, which announces the files that follow in parts. */
  readonly withFiles?: true;
  /** The trail says of a new one that it is recorded: `<kind>.recorded`. */
  readonly recorded?: true;
  /** They tell of people outside the authority, so that whoever opens one is written down. */
  readonly noted?: true;
  /** Their changes reach the screens as live news. */
  readonly live?: true;
  /** Their changes are among the recent activities. */
  readonly active?: true;
  /** The screens show the history of each. */
  readonly history?: true;
  /** People call one of them so, where its name is another. */
  readonly called?: string;
  /** The lists of them whose views are kept, each with what a role needs to see it. */
  readonly views?: Readonly<Record<string, Permission>>;
}

/** Every kind of record that lies in a place, under what one of them is called. */
export const records = {
  booking: {
    screen: '/bookings',
    see: 'see unpaid bookings',
    offline: '/unpaid',
    noted: true,
    live: true,
    active: true,
    history: true,
    views: {
      unpaid: 'see unpaid bookings',
      paid: 'see paid bookings',
      completed: 'see paid bookings',
      bookings: 'see paid bookings',
    },
  },
  collision: {
    screen: '/collisions',
    see: 'see collisions',
    offline: '/collisions',
    withFiles: true,
    recorded: true,
    noted: true,
    live: true,
    active: true,
    history: true,
    views: { collisions: 'see collisions' },
  },
  user: {
    screen: '/admin',
    see: 'see users',
    active: true,
    history: true,
  },
  exception: {
    screen: '/exceptions',
    see: 'see exceptions',
    history: true,
  },
  ...moduleRecords,
  'late record': {
    screen: '/late-records',
    see: 'see late records',
  },
} as const satisfies Record<string, RecordTraits>;

type Records = typeof records;
export type RecordName = keyof Records;
export const recordNames = Object.keys(records) as RecordName[];

/** One of a kind, and several. */
export function nounsOf(name: RecordName): readonly [string, string] {
  const { called = name }: RecordTraits = records[name];
  return [called, `${called}s`];
}

/** The kinds that the table gives a trait. */
export type RecordWith<Trait extends keyof RecordTraits> = {
  [Name in RecordName]: Records[Name] extends Record<Trait, unknown> ? Name : never;
}[RecordName];

/** Lists the kinds that have a trait, in the order of the table. */
export const recordsWith = <Trait extends keyof RecordTraits>(trait: Trait) =>
  recordNames.filter((name): name is RecordWith<Trait> => trait in records[name]);

export type OfflineRecord = RecordWith<'offline'>;
export const offlineRecords = recordsWith('offline');

/** True if a kind has a trait, for code that handles any of them. */
export const hasTrait = <Trait extends keyof RecordTraits>(
  name: RecordName,
  trait: Trait,
): name is RecordWith<Trait> => trait in records[name];
