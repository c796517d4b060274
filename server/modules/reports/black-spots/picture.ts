import { createHash } from 'node:crypto';
import type { DayRange } from '#contract/day-range.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import {
  type BlackSpot,
  type BlackSpots,
  type exportSpotPicture,
  mostSpotRecords,
  severityWeights,
} from '#contract/modules/reports/black-spots.ts';
import type { ReportTable } from '#contract/modules/reports/reports.ts';
import { periodBefore } from '#contract/periods.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { outlinesOf } from '#server/features/map/queries.ts';
import { whoseWork } from '#server/http/attempts.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { letterheadOf, picturePdf } from '#server/modules/after-ticket/papers/commands.ts';
import { placeInWords } from '#server/modules/reports/reports/queries.ts';
import { theOrganisation } from '#server/scope/rules.ts';
import { zonedMomentOf } from '#server/time.ts';
import { crashesIn, spotsAmong } from './queries.ts';
import { type Crash, severityOf } from './rules.ts';

/** Places that are numbered on the map; and causes named beside it. */
const [mostPlaces, mostCauses] = [3, 6];

/** The trail notes who takes it. Throws `TooBusy` when too many wait. */
export async function pictureOf(
  deps: Pick<Deps, 'db' | 'reports' | 'store' | 'config'>,
  { actor, caller }: { readonly actor: Actor; readonly caller: Caller },
  asked: QueryOf<typeof exportSpotPicture>,
): Promise<Outcome<Download<'application/pdf'>>> {
  const organisation = theOrganisation(caller.scope, asked.organisation);
  if (organisation instanceof Refusal) return organisation;
  const found = await spotsAmong(deps, actor, caller, { ...asked, organisation });
  if (found instanceof Refusal) return found;
  const { data, crashes, scope } = found;
  const days = { from: data.from, to: data.to };
  const before = periodBefore(days);
  const earlier = await crashesIn(deps.reports, scope, before);
  const { authority, logo } = await letterheadOf(deps, { organisation, demo: caller.demo });
  const { credit, ...outlines } = await outlinesOf(deps.config, stateOfOrganisation(organisation));
  const places = data.spots.slice(0, mostPlaces);
  const beside = [countsOf(crashes, earlier.slice(0, mostSpotRecords), before), causesOf(data)];
  const below = [placesOf(places)];
  const done = places.map(doneAt);
  const told = { place: placeInWords({ ...scope, organisation }), days };
  const hash = createHash('sha256')
    .update(JSON.stringify([told, beside, below, done]))
    .digest('hex');
  const number = `BS-${hash.slice(0, 10)}`.toUpperCase();
  const content = await picturePdf(
    {
      report: { number, ...told, madeBy: caller.name, asAt: new Date().toISOString() },
      closed: '',
      title: 'Collisions and black spots',
      authority,
      logo,
      map: mapOf(outlines, crashes, { zone: scope.zone, places, place: told.place }),
      beside,
      below,
      done,
      sentences: sentencesOf(data, asked, credit),
    },
    whoseWork(caller, actor.address),
  );
  await deps.db.transaction().execute((trx) =>
    writeAudit(trx, actor, {
      event: 'report.exported',
      record: 'user',
      id: caller.userId,
      before: null,
      after: { filters: asked, number },
    }),
  );
  const name = ['black-spots', days.from, days.to, number].join('-');
  return { type: 'application/pdf', name: `${name}.pdf`, content };
}

const tableOf = (
  title: string,
  columns: ReportTable['columns'],
  rows: readonly ReportTable['rows'][number]['cells'][],
  note = '',
): ReportTable => ({
  title,
  columns,
  total: null,
  of: rows.length,
  note,
  rows: rows.map((cells) => ({ cells, opens: [] })),
});

const texts = (name: string) => ({ name, kind: 'text' }) as const;
const counts = (name: string) => ({ name, kind: 'count' }) as const;

function countsOf(now: readonly Crash[], earlier: readonly Crash[], before: DayRange): ReportTable {
  const sum = (of: (crash: Crash) => number) =>
    [now, earlier].map((all) => all.reduce((total, crash) => total + of(crash), 0));
  const are = (severity: string) => sum((crash) => Number(severityOf(crash) === severity));
  return tableOf(
    'Counts',
    [texts(''), counts('Now'), counts('Before')],
    [
      ['Collisions', ...sum(() => 1)],
      ['Fatal', ...are('fatal')],
      ['With injuries only', ...are('injury')],
      ['Damage only', ...are('damage')],
      ['People killed', ...sum(({ killed }) => killed)],
      ['People injured', ...sum(({ injured }) => injured)],
    ],
    `Before: ${before.from} to ${before.to}.`,
  );
}

const causesOf = ({ causes }: BlackSpots): ReportTable =>
  tableOf(
    'Main causes',
    [texts('Cause'), counts('Collisions')],
    causes
      .slice(0, mostCauses)
      .map(({ cause, collisions }) => [
        cause === '' ? 'Not recorded' : cause.charAt(0).toUpperCase() + cause.slice(1),
        collisions,
      ]),
  );

const placesOf = (spots: readonly BlackSpot[]): ReportTable =>
  tableOf(
    'The three worst spots',
    [
      counts('No.'),
      texts('Place'),
      counts('Collisions'),
      counts('Fatal'),
      counts('Killed'),
      counts('Injured'),
      texts('Compared with chance'),
    ],
    spots.map((spot, index) => [
      index + 1,
      `${spot.name} (${spot.zone})`,
      spot.collisions,
      spot.fatal,
      spot.killed,
      spot.injured,
      chanceOf(spot),
    ]),
  );

function chanceOf({ moreThanByChance }: BlackSpot): string {
  if (moreThanByChance === null) return 'Not tested';
  return moreThanByChance ? 'More than expected by chance' : 'As expected by chance';
}

const doneAt = ({ note, name }: BlackSpot, index: number): string =>
  `${index + 1}. ${name}: ${note ? `${note.words} (${note.by}, ${zonedMomentOf(note.at)})` : 'nobody has recorded any work here yet.'}`;

type Outlines = Omit<Awaited<ReturnType<typeof outlinesOf>>, 'credit'>;

/** The zone where there is an outline of it, else all areas or the state, else where collisions are. */
function mapOf(
  { state, areas, rivers }: Outlines,
  crashes: readonly Crash[],
  shown: {
    readonly zone: string | null;
    readonly places: readonly BlackSpot[];
    readonly place: string;
  },
) {
  const dots = crashes.flatMap(({ position }) =>
    position ? [[position.lng, position.lat] as const] : [],
  );
  const whole = areas.length > 0 ? areas : [{ name: '', rings: state }];
  const chosen = areas.find(({ name }) => name === shown.zone);
  return {
    name: `Map of ${shown.place}. Collisions with a position: ${dots.length}. Numbered spots: ${shown.places.length}`,
    frame: chosen?.rings ?? whole.flatMap(({ rings }) => rings),
    areas: whole
      .map((area) => ({ ...area, isChosen: shown.zone === null || area === chosen }))
      .sort((a, b) => Number(a.isChosen) - Number(b.isChosen)),
    rivers,
    dots,
    spots: shown.places.map(({ lat, lng }) => [lng, lat] as const),
  };
}

function sentencesOf(
  { read, isCut, withoutPosition, elsewhere, isTested, clustered }: BlackSpots,
  { metres, least }: Pick<QueryOf<typeof exportSpotPicture>, 'metres' | 'least'>,
  credit: string,
): string[] {
  const { fatal, injury, damage } = severityWeights;
  return [
    `Each dot is a recorded collision. ${withoutPosition + elsewhere} of ${read} collisions have no position in the state, so the map does not show them.${isCut ? ` Hanya read only the newest ${mostSpotRecords} collisions.` : ''}`,
    `In each spot, at least ${least} collisions are within ${metres} m of one collision. Spots are ranked by agreed weights: fatal ${fatal}, with injuries ${injury}, damage only ${damage}. Each spot’s total weight is adjusted towards the zone’s average.`,
    isTested
      ? '“More than expected by chance” compares a spot with its surroundings. It does not show the cause.'
      : `Hanya did not test whether spots have more collisions than expected by chance, because there are only ${clustered} accurate positions.`,
    'A spot shows where collisions were recorded. Places with more patrols have more records. Counts often rise or fall later even if nobody does anything.',
    `Sources: the authority’s own records; areas: ${credit}; state and rivers: Natural Earth.`,
  ];
}
