import { type Kysely, sql } from 'kysely';
import type { Breakage, BreakageReport } from '#contract/breakages.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { thisRelease } from '#server/process/release.ts';
import { framesIn } from './rules.ts';

/** Beyond so many rows only release, place and kind are told apart. Strangers fill half of them. */
const mostRows = 1_000;

/**
 * Counts what broke in a browser, for an account or for nobody known. Reports of a version that this
 * installation never had are left out, and so are frames of another build.
 */
export async function noteBreakages(
  db: Database,
  scripts: ReadonlySet<string>,
  account: string | null,
  reports: readonly BreakageReport[],
): Promise<void> {
  const sent = reports.map(({ frames, ...report }) => ({
    ...report,
    frames: report.release === thisRelease.version ? framesIn(scripts, frames) : '',
  }));
  await db.transaction().execute(async (trx) => {
    const ids = await countReports(trx, sent, account === null ? mostRows / 2 : mostRows);
    if (account !== null && ids.length > 0) await countAccount(trx, ids, account);
  });
}

type Sent = Omit<BreakageReport, 'frames'> & { readonly frames: string };

/** In one order, so that no two calls wait for each other. */
async function countReports(trx: Kysely<DB>, sent: readonly Sent[], most: number) {
  const { rows } = await sql<{ id: number }>`
    with sent as (
      select distinct release, place, kind, name, frames
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
        as report (release text, place text, kind text, name text, frames text)
      where release in (select version from releases)
    ),
    placed as (
      select sent.*,
        (select count(*) from breakages) + row_number() over () <= ${most}
          or exists (
            select from breakages as known
            where (known.release, known.place, known.kind, known.name, known.frames)
                = (sent.release, sent.place, sent.kind, sent.name, sent.frames)) as fits
      from sent
    ),
    told as (
      select distinct release, place, kind,
        case when fits then name else 'other' end as name,
        case when fits then frames else '' end as frames
      from placed
    )
    insert into breakages as earlier (release, place, kind, name, frames)
    select * from told order by release, place, kind, name, frames
    on conflict (release, place, kind, name, frames)
      do update set count = least(earlier.count + 1, 1000000000), last_seen = now()
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

async function countAccount(trx: Kysely<DB>, ids: readonly number[], account: string) {
  await forgetAccounts(trx);
  const which = sql`any(${[...ids]}::bigint[])`;
  await sql`
    insert into breakage_accounts (breakage, account) select unnest(${[...ids]}::bigint[]), ${account}
    on conflict (breakage, account) do update set at = now()`.execute(trx);
  await sql`
    update breakages set
      accounts = greatest(accounts,
        (select count(*) from breakage_accounts as met where met.breakage = breakages.id)),
      spread_at = case when exists (
        select from breakage_accounts as met
        where met.breakage = breakages.id and met.account <> ${account}
          and met.at > now() - interval '10 minutes') then now() else spread_at end
    where id = ${which}`.execute(trx);
}

/** Deletes what nobody met for thirty days. */
export async function pruneBreakages(db: Database): Promise<void> {
  await sql`delete from breakages where last_seen < now() - interval '30 days'`.execute(db);
  await forgetAccounts(db);
}

/** A day is enough to tell accounts apart. */
async function forgetAccounts(db: Kysely<DB>): Promise<void> {
  await sql`delete from breakage_accounts where at < now() - interval '1 day'`.execute(db);
}

/** Fifty of them: those that several people meet first, then the last that were seen. */
export async function newestBreakages(db: Database): Promise<Breakage[]> {
  const { rows } = await sql<
    Omit<Breakage, 'firstSeen' | 'lastSeen'> & { firstSeen: Date; lastSeen: Date }
  >`
    select release, place, kind, name, frames, count, accounts,
      first_seen as "firstSeen", last_seen as "lastSeen",
      coalesce(spread_at > now() - interval '1 hour', false) as spreads
    from breakages order by spreads desc, last_seen desc, id desc limit 50`.execute(db);
  return rows.map(({ firstSeen, lastSeen, ...row }) => ({
    ...row,
    firstSeen: firstSeen.toISOString(),
    lastSeen: lastSeen.toISOString(),
  }));
}
