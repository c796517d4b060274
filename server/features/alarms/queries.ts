import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { recordTables } from '#server/db/record-tables.ts';

/** Something that an operator must look after, under a name that stays the same while it lasts. */
export interface Trouble {
  readonly name: string;
  /** One sentence, without names, plates or anything else of a person. */
  readonly words: string;
}

/** Sealing takes a second; folding may wait a while, since reads add what isn't folded yet. */
const sealingMinutes = 1;
const foldingMinutes = 10;
/** Names of the troubles that a start ends by itself: rows that had to wait while nothing ran. */
export const madeUpFor: readonly string[] = ['sealing', 'counting'];
/** The trail is walked every night. */
const verificationDays = 2;
/** The findings of a walk stand through the night, even if another one finds nothing. */
const findingsHours = sql.lit('20 hours');

/** Among so many that wait, the longest is looked for. */
const rowsLookedAt = 10_000;

export interface Lags {
  /** Audit rows without a seal, up to ten thousand. */
  readonly unsealed: number;
  /** Minutes that the oldest audit row without a seal, and event that isn't counted, have waited. */
  readonly sealing: number | null;
  readonly folding: number | null;
  /**
   * The findings of the last night's walk through the trail; days since it, or since the trail's
   * first row.
   */
  readonly findings: readonly string[] | null;
  readonly walked: number | null;
  /** Seals that an earlier walk saw and the last one didn't. */
  readonly missing: number;
  /** True if strangers have tried more today than is told apart. */
  readonly flooded: boolean;
  /** Breakages in browsers that two accounts met within ten minutes, in the last hour. */
  readonly spreading: number;
}

/** The installation's troubles at this moment. */
export async function findTroubles(db: Database): Promise<Trouble[]> {
  const lags = await readLags(db);
  return lags ? troublesOf(lags) : [];
}

/** The delays of sealing, counting and verification. */
export async function readLags(db: Database): Promise<Lags | undefined> {
  const { rows } = await sql<Lags>`
    select
      unsealed.count as unsealed, unsealed.minutes as sealing,
      (select extract(epoch from now() - min(at)) / 60
       from (
         select at from outbox
         where xid >= (select figure_mark.xid from figure_mark)
         order by xid, seq limit ${rowsLookedAt}
       ) as uncounted)::float8 as folding,
      (select jsonb_agg(distinct finding)
       from verifications cross join unnest(findings) as finding
       where at <= now()
         and at > last_walk.at - interval ${findingsHours}) as findings,
      (select extract(epoch from now() - coalesce(
         last_walk.at,
         (select sealed_at from audit_seals order by number limit 1))) / 86400)::float8 as walked,
      coalesce((select max(seals) from verifications) - last_walk.seals, 0)::integer as missing,
      exists (
        select from security_events
        where not ours and minute >= date_trunc('day', now(), 'UTC')
          and about = 'more than are told apart in a day') as flooded,
      (select count(*) from breakages
       where spread_at > now() - interval '1 hour')::integer as spreading
    from (
      select count(*)::integer as count,
        (extract(epoch from now() - min(at)) / 60)::float8 as minutes
      from (
         select at from audit
         where (xid, id) > (
           coalesce((select xid from audit_seals order by number desc limit 1), '0'),
           coalesce((select row_ids[cardinality(row_ids)] from audit_seals
                     order by number desc limit 1), 0))
           -- Rows of the demo tell of a year that lies behind them.
           and ${isNoDemo}
         order by xid, id limit ${rowsLookedAt}
       ) as rows
    ) as unsealed
    left join lateral (
      select at, seals from verifications where at <= now() order by at desc limit 1
    ) as last_walk on true`.execute(db);
  return rows[0];
}

/** Neither the record of a row of the trail nor its account is of the demo. */
const isNoDemo = sql.join(
  [
    ...Object.entries(recordTables).map(
      ([name, table]) => sql`not exists (
        select from ${sql.table(table)} as made
        where record_type = ${sql.lit(name)} and made.id = record_id and made.demo)`,
    ),
    sql`not exists (select from users where users.id = actor_id and users.demo)`,
  ],
  sql` and `,
);

function troublesOf({
  sealing,
  folding,
  findings,
  walked,
  missing,
  flooded,
  spreading,
}: Lags): Trouble[] {
  const troubles: Trouble[] = [];
  if (sealing !== null && sealing > sealingMinutes)
    troubles.push({
      name: 'sealing',
      words: `The audit trail is not being sealed. Its oldest row without a seal has waited for ${wholeMinutes(sealing)}. Restart the server if this continues.`,
    });
  if (folding !== null && folding > foldingMinutes)
    troubles.push({
      name: 'counting',
      words: `Figures are not being counted. The oldest event has waited for ${wholeMinutes(folding)}. Restart the server if this continues.`,
    });
  if (findings !== null && findings.length > 0)
    troubles.push({
      name: 'audit trail',
      words: `The audit trail fails its check in ${findings.length} ${findings.length === 1 ? 'place' : 'places'}. Run hanya audit verify.`,
    });
  if (missing > 0)
    troubles.push({
      name: 'seals',
      words: `${missing === 1 ? 'A seal that an earlier check saw is' : `${missing} seals that an earlier check saw are`} missing from the audit trail. Run hanya audit verify.`,
    });
  if (walked !== null && walked > verificationDays)
    troubles.push({
      name: 'verification',
      words: `The audit trail was last verified ${Math.floor(walked)} days ago. Run hanya audit verify.`,
    });
  if (flooded)
    troubles.push({
      name: 'security events',
      words:
        'There have been so many sign-in attempts by strangers today that Hanya can no longer list each one. Check the log to see where they come from.',
    });
  if (spreading > 0)
    troubles.push({
      name: 'browsers',
      words:
        'Several people have the same problem in their browsers. See Problems in browsers under Operations.',
    });
  return troubles;
}

function wholeMinutes(minutes: number): string {
  const whole = Math.floor(minutes);
  return whole === 1 ? '1 minute' : `${whole} minutes`;
}
