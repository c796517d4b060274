import { type RawBuilder, sql } from 'kysely';
import { headquarters } from '#contract/places.ts';
import { arrivedLate } from '#server/db/made-at.ts';
import type { Scope } from '#server/http/caller.ts';
import { allOf, withinDays } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';

/** The records that are compared. Days are Africa/Lagos, of arrival. */
export interface Asked {
  readonly scope: Scope;
  readonly days: { readonly from: string; readonly to: string };
  /** Only those of this officer. */
  readonly officer?: string | undefined;
}

interface Signal {
  readonly title: string;
  /** It names the rows that count, such as "bookings withdrawn". */
  readonly what: string;
  /** Innocent reasons that it may have. */
  readonly innocent: string;
  /** Fewer rows of one's own are too few: 30, or days of five tickets each. */
  readonly least: number;
  /**
   * Its columns are officer, zone, id, at, hit (it counts), by (whose act it was) and wrong (the reason
   * why it may be, or '').
   */
  readonly rows: (asked: Asked) => RawBuilder<unknown>;
  /** The address of a row by its id; without it there is none. */
  readonly opens?: (id: string) => string;
}

const isOf = (column: RawBuilder<unknown>, officer: string | undefined) =>
  officer === undefined ? sql`true` : sql`${column} = ${officer}`;

/** The bookings that are compared, read once for all signals. */
export const ownBookings = ({ scope, days, officer }: Asked) => sql`
  own as materialized (
    select id, created_by as officer, zone, coalesce(made_at, created_at) as at, created_at,
      ${arrivedLate('bookings')} as late, withdrawn_at, withdrawn_by, shown_version, name,
      phone_key(phone_no) as phone, position_lat as lat, position_lng as lng,
      case when brought_in_by is not null then 'brought in from a file of the phone'
           when created_at - made_at > interval '1 day' then 'longer than a day on its way'
           when position_accuracy > 100 then 'position worse than 100 m'
           when version > 1 then 'corrected' else '' end as wrong
    from bookings
    where ${inScope('bookings', scope)}
      and ${allOf(withinDays(sql`created_at`, days))} and ${isOf(sql`created_by`, officer)})`;

const tickets = (hit: RawBuilder<unknown>, by = sql`null`) => sql`
  select officer, zone, id, at, coalesce(${hit}, false) as hit, ${by} as by, wrong from own`;

const booking = (id: string) => `/bookings?open=${id}`;

/** Those of data come first. Another signal is one more entry. */
export const signals: Readonly<Record<string, Signal>> = {
  late: {
    title: 'Why did these bookings arrive late?',
    what: 'bookings that took more than 15 minutes to arrive',
    innocent: 'No network on the beat, an old phone, an empty battery.',
    least: 30,
    rows: () => tickets(sql`late`),
    opens: booking,
  },
  'taken-out': {
    title: 'Why were these bookings removed from the phone before they arrived?',
    what: 'bookings removed from the phone',
    innocent: 'Entered twice, a test, a wrong plate.',
    least: 30,
    rows: ({ scope, days, officer }) => sql`
      ${tickets(sql`false`)} union all
      select officer, zone, id, made_at, true, null, ''
      from taken_out_records
      where ${inScope('taken_out_records', scope)} and kind = 'booking'
        and ${allOf(withinDays(sql`taken_out_at`, days))} and ${isOf(sql`officer`, officer)}`,
    opens: () => '/late-records?show=taken-out',
  },
  place: {
    title: 'Why were all bookings on these days made in one place?',
    what: 'days with at least five bookings, made over four hours or more within 30 metres',
    innocent: 'A fixed post, a checkpoint, a desk.',
    least: 6,
    // A degree of latitude is 111.32 km.
    rows: () => sql`
      select officer, zone, min(id), min(at),
        (max(lat) - min(lat)) * 111320 <= 30
          and (max(lng) - min(lng)) * 111320 * cos(radians(min(lat))) <= 30, null, max(wrong)
      from own where lat is not null
      group by officer, zone, lagos_day(at)
      having count(*) >= 5 and max(at) - min(at) >= interval '4 hours'`,
    opens: booking,
  },
  interval: {
    title: 'Why do these bookings follow each other so closely?',
    what: 'bookings for another driver within 90 seconds of the previous booking',
    innocent: 'A convoy, a team that shares one phone, a phone whose clock was changed.',
    least: 30,
    rows: () => sql`
      select officer, zone, id, at,
        coalesce(at - lag(at) over of_officer < interval '90 seconds'
          and name <> lag(name) over of_officer, false), null, wrong
      from own window of_officer as (partition by officer collate "C" order by at, id collate "C")`,
    opens: booking,
  },
  phone: {
    title: 'Why do these drivers have the same phone number?',
    what: 'bookings with a phone number that five or more drivers share',
    innocent: 'The office’s number in place of an unknown one, a fleet with one owner.',
    least: 30,
    rows: () => sql`
      select officer, zone, id, at, names >= 5, null, wrong
      from own join (
        select officer, phone, count(distinct lower(name) collate "C") as names from own group by 1, 2
      ) as phones using (officer, phone)`,
    opens: booking,
  },
  looked: {
    title: 'Why was nothing booked after these look-ups?',
    what: 'look-ups without a booking in the next 30 minutes',
    innocent: 'Most look-ups find nothing to book.',
    least: 30,
    rows: ({ scope, days, officer }) => sql`
      select officer, zone, id, at, coalesce(next_booking > at + interval '30 minutes', true), null, ''
      from (
        select *, min(booked_at) over (partition by officer collate "C" order by at desc) as next_booking
        from (
          select officer, zone, id, at, at as booked_at from own
          union all
          select user_id, coalesce(zone, ${headquarters}), lookups.id::text, at, null
          from lookups join users on users.id = user_id
          where ${inScope('users', scope)} and kind = 'known' and digest is not null
            and ${allOf(withinDays(sql`at`, days))} and ${isOf(sql`user_id`, officer)}
        ) as both_kinds
      ) as followed where booked_at is null`,
  },
  withdrawn: {
    title: 'Why were these bookings withdrawn, and by whom?',
    what: 'bookings withdrawn',
    innocent: 'Training, a bad phone, a zonal head who checks closely.',
    least: 30,
    rows: () => tickets(sql`withdrawn_at is not null`, sql`withdrawn_by`),
    opens: booking,
  },
  shown: {
    title: 'Why were these bookings withdrawn after the driver had seen the ticket?',
    what: 'bookings withdrawn after the ticket was printed or shown',
    innocent: 'A wrong plate that the driver saw on the paper.',
    least: 30,
    rows: () =>
      tickets(sql`withdrawn_at is not null and shown_version is not null`, sql`withdrawn_by`),
    opens: booking,
  },
  upheld: {
    title: 'Why were these objections upheld?',
    what: 'objections upheld, by the person who answered first',
    innocent: 'One officer made wrong bookings, or somebody cloned a plate.',
    least: 30,
    rows: ({ scope, days, officer }) => sql`
      select answered_by as officer, zone, booking_id as id, answered_at as at, outcome = 'upheld' as hit,
        (select decided_by from proposals
         where kind = 'dispute answer' and subject = booking_id and proposals.outcome = 'confirmed') as by,
        '' as wrong
      from disputes
      where ${inScope('disputes', scope)} and outcome is not null
        and ${allOf(withinDays(sql`answered_at`, days))} and ${isOf(sql`answered_by`, officer)}`,
    opens: booking,
  },
};
