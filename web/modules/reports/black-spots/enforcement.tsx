import { Link } from 'react-router';
import type { QueryOf } from '#contract/endpoint.ts';
import {
  enforcementDays,
  type Gap,
  leastForGaps,
  readEnforcement,
  severityWeights,
} from '#contract/modules/reports/black-spots.ts';
import { callAddress } from '#web/api/call-address.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { daysBetween } from '#web/format/calendar.ts';
import { count } from '#web/format/money.ts';
import { capitalised } from '#web/format/words.ts';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FigureTable } from './figure-table.tsx';
import { clock } from './week-table.tsx';

/** Rows that are shown of each side: more harm than tickets, and more tickets than harm. */
const mostRows = 12;

const headings = ['Collisions', 'Fatal', 'Share of harm', 'Bookings', 'Share of bookings', 'Gap'];

/** Zones and hours in which the share of harm and the share of tickets part. */
export function Enforcement({ query }: { query: QueryOf<typeof readEnforcement> }) {
  const { data, failure } = useLoaded(JSON.stringify(query), (signal) =>
    dataOf(readEnforcement, { query, signal }),
  );
  if (failure !== null) return <Notice kind="soft">{failure}</Notice>;
  if (!data) return <LoadingNote>Comparing harm and bookings</LoadingNote>;
  const { from, to, gaps } = data;
  const shown = gaps.filter((_, at) => at < mostRows || at >= gaps.length - mostRows);
  const days = daysBetween(from, to);
  if (gaps.length === 0)
    return (
      <p className="quiet">
        There are no collisions and no bookings for harmful offences on these days: {days}.
      </p>
    );
  return (
    <>
      <FigureTable
        label="Harm and bookings"
        caption={`Harm and bookings by zone and hours, ${days}, widest gap first`}
        columns={['Zone', 'Hours', 'Summary', ...headings]}
      >
        {shown.map((gap) => (
          <GapRow
            key={`${gap.organisation} ${gap.zone} ${gap.hour}`}
            gap={gap}
            from={from}
            to={to}
          />
        ))}
      </FigureTable>
      <p className="small quiet space-above">{wordsOf(days, gaps, shown.length)}</p>
    </>
  );
}

function GapRow({ gap, from, to }: { gap: Gap; from: string; to: string }) {
  const { organisation, zone, hour, collisions, fatal, tickets, says } = gap;
  const figures = [
    count(collisions),
    count(fatal),
    `${gap.harmShare}%`,
    count(tickets),
    `${gap.ticketShare}%`,
    `${gap.gap > 0 ? '+' : gap.gap < 0 ? '−' : ''}${Math.abs(gap.gap)}`,
  ];
  return (
    <tr>
      <th scope="row">
        <Link to={callAddress('/collisions', {}, { organisation, zone, from, to })}>{zone}</Link>
      </th>
      <td>
        {clock(hour)} to {clock(hour + 4)}
      </td>
      <td>{says === null ? 'Too few collisions' : capitalised(says)}</td>
      {headings.map((name, at) => (
        <td key={name}>{figures[at]}</td>
      ))}
    </tr>
  );
}

function wordsOf(days: string, gaps: readonly Gap[], shown: number): string {
  const { fatal, injury, damage } = severityWeights;
  return [
    `These figures are for ${days}, in Nigerian time. They cover at most the last ${enforcementDays} of the selected days.`,
    `Harm is weighted: fatal ${fatal}, injury ${injury}, damage only ${damage}. The bookings are only those for harmful offences: speed, signals, one way, overtaking, alcohol and phones. Parking and papers do not count.`,
    '“Much” and “many” mean more than if harm or bookings were spread evenly over all zones and hours. The gap is the share of harm minus the share of bookings, in percentage points.',
    `Hanya does not give a summary for fewer than ${leastForGaps} collisions.`,
    'More patrols find more collisions, and fatal collisions are the most likely to be recorded. The table compares counts and does not prove an effect.',
    shown < gaps.length
      ? `The table shows only the ${mostRows} widest gaps in each direction, out of ${gaps.length} in all.`
      : '',
  ].join(' ');
}
