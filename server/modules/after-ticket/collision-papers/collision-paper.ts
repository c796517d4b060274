import { createHash } from 'node:crypto';
import type { Addition } from '#contract/collision-additions.ts';
import type { NotedDouble } from '#contract/collision-doubles.ts';
import type { Collision, Counts, LooseFacts } from '#contract/collisions.ts';
import { shownPlate } from '#contract/identities.ts';
import type { Original } from '#contract/originals.ts';
import { outsideWords } from '#contract/places.ts';
import type { letterheadOf } from '#server/modules/after-ticket/papers/commands.ts';
import {
  type CollisionSheet,
  copyName,
  factsTable,
  textTable,
} from '#server/modules/after-ticket/papers/commands.ts';
import { collisionReference } from '#server/references.ts';
import { dayOf, zonedMomentOf } from '#server/time.ts';

/** A paper is laid out from these facts, which its reader may see. */
export interface Known {
  readonly collision: Collision;
  readonly additions: readonly Addition[];
  /** Noted doubles that lie in the reader's scope. */
  readonly doubles: readonly NotedDouble[];
  readonly files: readonly Original[];
  readonly pictures: CollisionSheet['pictures'];
}

interface Printing extends Awaited<ReturnType<typeof letterheadOf>> {
  /** Leads back to the collision on a screen. */
  readonly address: string;
  readonly printedBy: string;
  readonly printedAt: Date;
  /** From 1; null for a mere reader. */
  readonly copy: number | null;
}

const joined = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(', ');

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const plural = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** The collision as one page for the police and an insurer. */
export function collisionSheetOf(
  known: Known,
  { authority, logo, address, printedBy, printedAt, copy }: Printing,
): CollisionSheet {
  const { collision } = known;
  const reference = collisionReference(collision._id);
  const said = {
    sides: [placeTable(collision), severityTable(collision)] as const,
    vehicles: vehicleTable(collision),
    accounts: accountsOf(collision),
    files: fileTable(known.files),
    notes: notesOf(known),
  };
  const content = contentNumber([authority, reference, said]);
  return {
    ...said,
    report: {
      number: reference,
      place: `${collision.organisation}, ${collision.zone}`,
      days: null,
      madeBy: printedBy,
      asAt: printedAt.toISOString(),
    },
    reference: reference.match(/.{1,7}/g) ?? [],
    about: collision.demo
      ? 'Demo record: this collision did not happen.'
      : `${collision.organisation}, ${collision.zone}. For the police and the insurer.`,
    closed: '',
    content,
    title: 'Collision report',
    authority,
    logo,
    pictures: known.pictures,
    signers: ['Attending officer', 'For the authority'],
    address,
    printed: `Content number ${content}. ${copyName(copy)}, printed ${zonedMomentOf(printedAt)}`,
  };
}

/** Two papers with one number say the same; the trail has it with each printing. */
const contentNumber = (said: unknown): string =>
  `CR-${createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 10)}`.toUpperCase();

function placeTable(collision: Collision) {
  const { createdAt, createdBy, captured, position, organisation } = collision;
  return factsTable('Time and place', [
    ['Recorded', zonedMomentOf(captured?.madeAt ?? createdAt)],
    ['Received by the server', captured ? zonedMomentOf(createdAt) : ''],
    ['Location', collision.location],
    ['Zone', joined(collision.zone, organisation)],
    [
      'Position',
      position
        ? `${position.lat}, ${position.lng}, within ${Math.ceil(position.accuracy)} m${position.outside ? `. ${outsideWords(organisation)}` : ''}`
        : '',
    ],
    ['Attending officer', joined(createdBy.name, createdBy.role)],
    ['Team', collision.team],
    [
      'Perpetrator',
      collision.officer
        .map(({ perpetrator, type }) => joined(capitalised(perpetrator), type))
        .join('; '),
    ],
  ]);
}

const factWords = {
  collisionType: 'Type of collision',
  cause: 'Cause',
  otherCauses: 'Other causes',
  light: 'Light',
  surface: 'Road surface',
  hit: 'Road users hit',
  serious: 'Seriously injured',
  slight: 'Slightly injured',
};

const saidOf = (fact: LooseFacts[string] | undefined): string =>
  capitalised(Array.isArray(fact) ? fact.join(', ') : String(fact ?? ''));

/** The gravest thing that happened, as insurers and the police class collisions. */
const severityOf = ({ noOfFatalities, noOfInjuries }: Counts): string => {
  if (noOfFatalities > 0) return 'Fatal';
  return noOfInjuries > 0 ? 'With injuries' : 'Damage only';
};

function severityTable(collision: Collision) {
  const { facts, corrections } = collision;
  const [first] = corrections;
  const counted = (name: keyof Counts): string => {
    const now = collision[name];
    const was = first?.was[name];
    return was === undefined || was === now ? String(now) : `${now}, before correction ${was}`;
  };
  return factsTable('Severity and cause', [
    ['Severity', severityOf(collision)],
    ['Vehicles', counted('noOfCars')],
    ['Injured', counted('noOfInjuries')],
    ['Killed', counted('noOfFatalities')],
    ...Object.entries(factWords).map(([name, words]) => [words, saidOf(facts[name])] as const),
  ]);
}

const vehicleTable = ({ vehicle }: Collision) =>
  textTable(
    'Vehicles and drivers',
    ['Vehicle', 'Plate', 'Make, model', 'Driver', 'Phone'],
    vehicle.map(({ plate, make, model, name, phone }, index) => [
      String(index + 1),
      plate === '' ? 'No plate' : shownPlate(plate),
      [make, model].filter(Boolean).join(' '),
      name,
      phone,
    ]),
  );

function accountsOf({ desc, officer, notes }: Collision): CollisionSheet['accounts'] {
  const statement = officer.length === 1 ? 'Officer’s statement.' : 'Statement of officer';
  return [
    { lead: 'Description.', rest: desc },
    ...officer.map((one, index) => ({
      lead: officer.length === 1 ? statement : `${statement} ${index + 1}.`,
      rest: one.statement,
    })),
    { lead: 'Notes.', rest: notes },
  ].filter(({ rest }) => rest !== '');
}

const shows: Readonly<Record<string, string>> = {
  vid: 'Video',
  img: 'Picture of the scene',
  driverImg: 'Picture of a driver',
  vehicleImg: 'Picture of a vehicle',
};

const fileTable = (files: readonly Original[]) =>
  textTable(
    `Pictures and video: ${files.length}`,
    ['Number', 'File', 'SHA-256 as received'],
    files.length === 0
      ? [['', 'There are no pictures and no video.', '']]
      : files.map(({ field, sha256 }, index) => [
          String(index + 1),
          shows[field] ?? capitalised(field),
          sha256,
        ]),
  );

function notesOf({ collision, additions, doubles }: Known): string[] {
  const { countsAs, corrections, witness, filesToCome } = collision;
  const deaths = additions.flatMap(({ persons, diedOn, counts }) =>
    diedOn === null
      ? []
      : [
          `${plural(persons, 'person', 'people')} died on ${dayOf(diedOn)}${counts ? '' : ', more than 30 days after the collision. Deaths after 30 days are not included in the number of people killed'}.`,
        ],
  );
  const counting = doubles.flatMap(({ id, verdict }) =>
    verdict === collision._id ? [collisionReference(id)] : [],
  );
  const witnesses = witness.length + additions.filter(({ kind }) => kind === 'witness').length;
  return [
    ...(countsAs === null
      ? []
      : [
          `This is the same collision as ${collisionReference(countsAs)}. The figures count only that record.`,
        ]),
    ...(counting.length === 0
      ? []
      : [
          `This is the same collision as ${counting.join(', ')}. The figures count only this record.`,
        ]),
    ...corrections
      .slice(-3)
      .map(
        ({ at, by, reason, was }) =>
          `${by.name}, ${by.role}, corrected the counts on ${zonedMomentOf(at)}. Before: ${plural(was.noOfCars, 'vehicle')}, ${was.noOfInjuries} injured, ${was.noOfFatalities} killed. Reason: ${reason}`,
      ),
    ...deaths.slice(0, 4),
    ...(witnesses === 0
      ? []
      : [
          `The record names ${plural(witnesses, 'witness', 'witnesses')}. Ask the authority for their statements.`,
        ]),
    ...(filesToCome === 0
      ? []
      : [`${plural(filesToCome, 'evidence file')} had not arrived when this paper was printed.`]),
  ];
}
