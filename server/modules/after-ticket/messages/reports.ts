import { createHash, timingSafeEqual } from 'node:crypto';
import { type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import { ulid } from 'ulid';
import type { ParamsOf, ResponseOf } from '#contract/endpoint.ts';
import type { MessageState, reportMessage } from '#contract/modules/after-ticket/messages.ts';
import type { DB, Messages } from '#server/db/tables.ts';
import { takeTurn } from '#server/db/take-turn.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import {
  type MessageGatewayName,
  type MessageReport,
  reportKeyOf,
  senderId,
} from '#server/gateways/message-gateway.ts';
import type { Actor } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { SentBytes } from '#server/http/serve.ts';
import { setOptOut } from './commands.ts';
import { stateAfter } from './rules.ts';

const forged = new Refusal(401, 'forged', 'The signature of this report is not valid.');
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export async function takeReports(
  { db, config, messages }: Pick<Deps, 'db' | 'config' | 'messages'>,
  actor: Actor,
  { gateway: name, key }: ParamsOf<typeof reportMessage>,
  { bytes, headers }: SentBytes,
): Promise<Outcome<ResponseOf<typeof reportMessage>>> {
  const gateway = messages.named(name);
  // Compared without telling by its time how much of it is right.
  if (
    !gateway ||
    !timingSafeEqual(hashOf(key), hashOf(reportKeyOf(config.messageReportKey ?? '', gateway.name)))
  )
    return notFound('message gateway');
  const reports = gateway.readReports(bytes, headers);
  if (reports === 'forged') return forged;
  for (const report of reports.filter(isWhole))
    await db.transaction().execute((trx) =>
      report.state === 'opted out'
        ? optOut(trx, actor, report, {
            organisations: messages.servedAs(gateway.name, report.sender),
            demo: config.demo,
          })
        : note(trx, actor, gateway.name, report),
    );
  return { success: true };
}

/** Whoever knows the address may send anything. */
const isWhole = (report: MessageReport): boolean =>
  report.state === 'opted out'
    ? /^\+?\d{7,15}$/.test(report.phone) && senderId.test(report.sender.trim())
    : /^[\w.:-]{1,100}$/.test(report.gatewayId) &&
      /^[^\p{Cc}]*$/u.test(report.reason) &&
      /^\d{1,9}(\.\d{1,9})?$/.test(report.cost?.cost ?? '0');

async function optOut(
  trx: Transaction<DB>,
  actor: Actor,
  { phone, sender }: Extract<MessageReport, { state: 'opted out' }>,
  { organisations, demo }: { organisations: readonly string[]; demo: boolean },
): Promise<void> {
  const why = {
    reason: `The text message service reports that this number has opted out of messages from ${sender}.`,
    made_by: null,
  };
  for (const organisation of organisations)
    await setOptOut(trx, { organisation, demo, phone }, why);
  await written(trx, actor, { sender, organisations });
}

type Told = Exclude<MessageReport, { state: 'opted out' }>;

/** Each report counts once. One may come before the answer that tells its message's id. */
async function note(
  trx: Transaction<DB>,
  actor: Actor,
  gateway: MessageGatewayName,
  { gatewayId: gateway_id, state, reason, cost }: Told,
): Promise<void> {
  await lockMessage(trx, gateway, gateway_id);
  const isNew = await trx
    .insertInto('message_reports')
    .values({ gateway, gateway_id, state, reason, ...cost })
    .onConflict((conflict) => conflict.doNothing())
    .returning('at')
    .executeTakeFirst();
  const message = await trx
    .selectFrom('messages')
    .select(['id', 'state', 'gateway', 'gateway_id'])
    .where('gateway', '=', gateway)
    .where('gateway_id', '=', gateway_id)
    .executeTakeFirst();
  if (!isNew) return;
  if (message) await applyReports(trx, message);
  await written(trx, actor, { gateway, state, message: message?.id ?? null });
}

const written = (trx: Transaction<DB>, actor: Actor, after: object): Promise<void> =>
  writeAudit(trx, actor, {
    event: 'message.reported',
    record: 'notice',
    id: ulid(),
    before: null,
    after,
  });

/** Until the end of the transaction, reports of a message and the answer about it wait for each other. */
export const lockMessage = (trx: Transaction<DB>, gateway: string, id: string): Promise<void> =>
  takeTurn(trx, `message ${gateway} ${id}`);

/** Brings a message to what its reports say. */
export async function applyReports(
  trx: Transaction<DB>,
  message: Pick<Selectable<Messages>, 'id' | 'state' | 'gateway' | 'gateway_id'>,
): Promise<void> {
  const reports = await trx
    .selectFrom('message_reports')
    .select(['state', 'reason', 'cost', 'currency'])
    .where('gateway', '=', message.gateway)
    .where('gateway_id', '=', message.gateway_id)
    .orderBy('at')
    .execute();
  let change: Updateable<Messages> = {};
  let state = message.state as MessageState;
  for (const { cost, currency, ...report } of reports) {
    const next = stateAfter(state, report.state as Told['state']);
    if (next !== state) change = { ...change, ...stateAs(next, report.reason) };
    if (cost !== null) change = { ...change, cost, currency };
    state = next;
  }
  if (Object.keys(change).length === 0) return;
  await trx.updateTable('messages').set(change).where('id', '=', message.id).execute();
}

/** The columns of a state: a reason only where it needs one, and an alarm where an operator must act. */
export const stateAs = (state: MessageState, reason: string) => ({
  state,
  reason: state === 'accepted' || state === 'delivered' ? '' : reason,
  ...(state === 'fault' && { troubled_at: new Date() }),
});

/** Forgets reports whose message never came to be known. */
export const pruneReports = (db: Deps['db']): Promise<unknown> =>
  sql`delete from message_reports as report where at < now() - interval '30 days' and not exists (
    select from messages
    where messages.gateway = report.gateway and messages.gateway_id = report.gateway_id)`.execute(
    db,
  );
