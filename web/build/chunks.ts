import path from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

/** Modules in these folders, however deep. */
const inside = (...folders: string[]) => new RegExp(`/web/(?:${folders.join('|')})/`);
/** Modules that lie in these folders themselves. */
const directly = (...folders: string[]) => new RegExp(`/web/(?:${folders.join('|')})/[^/]+$`);
const packages = (...names: string[]) => new RegExp(`/node_modules/(?:${names.join('|')})/`);
const either = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));

/** So many screens and parts use what comes with every screen. */
const many = 10;
/** Bytes below which a file is merged with its neighbour. */
const small = 5_000;

const featureOf = (module: string): string | null =>
  /\/web\/features\/([\w-]+)\/[^/]+$/.exec(module)?.[1] ?? null;

/**
 * Files by folder: few rather than small ones, since far from the mast each costs a phone a round trip.
 * A group takes what its modules import along, unless a group before it has that. Where a budget fails, a
 * module lies in the wrong folder.
 */
const ordered: readonly Group[] = [
  // Together, so that zod is set up before any schema, whichever file is read first.
  { name: 'zod', test: either(packages('zod'), /zod-jitless/) },
  { name: 'react', test: either(packages('react', 'react-dom', 'scheduler'), /rolldown\/runtime/) },
  { name: 'start', tags: ['$initial'] },
  // This table is long, and most screens need none of it.
  { name: 'decisions', test: /\/contract\/(decisions|modules\/([\w-]+\/)?events)/ },
  // Runs while the frame is on its way: to make schemas takes a phone long.
  // What asks for a second person reads that table.
  { name: 'contract', test: /\/contract\/(?!second-person|register)/, minShareCount: 2 * many },
  // Forms need what lists of records say of them, and none of their screens.
  { name: 'register', test: /\/contract\/register/ },
  { name: 'frame', test: either(inside('app/frame'), packages('@mantine/hooks')) },
  { name: 'overlays', test: inside('ui/mantine') },
  { name: 'icons', test: /virtual:icon/, minShareCount: 2 },
  {
    // No start needs the screen of a register, however many lists have it.
    name: 'ui',
    test: inside(
      'ui(?!/(?:fields/date-field|filters/days-filter))',
      'records(?!/(?:second-person|register))',
      'format(?!/typed-day)',
      'live',
      'api(?!/upload)',
      'device',
    ),
    minShareCount: many,
  },
  // A person who types no day fetches nothing that reads one.
  { name: 'day', test: /\/(?:date-field|days-filter|typed-day)/, minShareCount: 2 },
  // Apart from the ground of all screens, which forms need without any list.
  { name: 'list', test: inside('lists'), minShareCount: many },
  { name: 'lists', test: inside('lists'), minShareCount: 2 },
  {
    name: 'device',
    // The form of a booking needs the code of a language and of a ticket, and nothing else of either.
    test: either(
      directly('api', 'device', 'format', 'records/addresses'),
      /\/contract\/(?:language|ticket)-code/,
    ),
    minShareCount: 2,
  },
  // Who sets a password needs no form of accounts.
  { name: 'sign-in', test: /\/contract\/(?:passwords|sign-in|second-factor)/, minShareCount: 2 },
  // Who needs ids needs no form.
  { name: 'ulid', test: packages('ulid'), minShareCount: 2 },
  // Details show these rows too, and send nothing.
  { name: 'booking-rows', test: /\/contract\/booking-rows/, minShareCount: 2 },
  {
    name: 'fields',
    test: either(inside('ui/fields'), directly('forms'), packages('@mantine/form')),
    minShareCount: 2,
  },
  // Every start looks whether a form was interrupted, and begins no form for that.
  { name: 'drafts', test: /\/forms\/drafts\/(?:interrupted-form|draft-(?:store|lock))/ },
  // The form of a booking needs both, and one file is smaller than two.
  {
    name: 'sending',
    test: either(directly('sending'), /\/contract\/new-bookings/),
    minShareCount: 2,
  },
  { name: 'known', test: inside('records/known'), minShareCount: 2 },
  // My day finds offences as the form does, and neither needs the other's rest.
  {
    name: 'offences',
    test: /bookings\/form\/(?:catalogue|offence-search|use-catalogue)\./,
    minShareCount: 2,
  },
  { name: 'forms', test: inside('forms/record', 'forms/drafts'), minShareCount: 2 },
  { name: 'pictures', test: inside('forms/pictures'), minShareCount: 2 },
  { name: 'files', test: inside('sending/files'), minShareCount: 2 },
  { name: 'second-person', test: directly('records/second-person'), minShareCount: 2 },
  { name: 'contacts', test: directly('records/contacts'), minShareCount: 2 },
  { name: 'facts', test: inside('features/collisions/facts'), minShareCount: 2 },
  { name: 'report-days', test: inside('records/reports'), minShareCount: 2 },
  // Base opens details too, and needs no list for that.
  { name: 'details', test: /\/(?:detail\/lazy-|records\/new-record-button)/, minShareCount: 2 },
  { name: featureOf, debugName: 'features', minShareCount: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: small },
];

export const groups: Group[] = ordered.map((group, place) => ({
  ...group,
  priority: ordered.length - place,
}));

/** The files that every start needs; browsers compile these whole, on another thread. */
const ofEveryStart = new Set(['react', 'zod', 'index', 'frame', 'ui', 'overlays']);
/** The running application has these files, so a later part need not name them again. */
const ofApplication = [
  'rolldown-runtime',
  'react',
  'zod',
  'index',
  'contract',
  'frame',
  'ui',
  'icons',
];

/** What else is fetched beside a part that is loaded later, so that its files don't wait for each other. */
export function besidePart(
  _file: string,
  needs: string[],
  { hostId }: { hostId: string },
): string[] {
  // The start itself names all, since nothing is there yet.
  if (shortName(path.basename(hostId)).startsWith('index')) return needs;
  return needs.filter((need) => !ofApplication.some((name) => isFileOf(name, need)));
}

/** True of `assets/frame-CmCC8iH1.js` and its sheet for the name `frame`. */
const isFileOf = (name: string, file: string): boolean =>
  new RegExp(`^assets/${name}-[\\w-]{8}\\.`).test(file);

export const compiledWhole = ({ name }: { name: string }): string =>
  ofEveryStart.has(name) ? '//# allFunctionsCalledOnLoad' : '';

/** The name of a chunk or file without its ending; of a shared one, without all who share it. */
export function shortName(name: string): string {
  const plain = name.replace(/\.[^.]*$/, '');
  return plain.split('~')[0] ?? plain;
}
