import type { z } from 'zod';
import { type bringInRecord, signedRecordSchema } from '#contract/brought-in-records.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { OfflineRecord } from '#contract/records.ts';
import { may, type Permission } from '#contract/roles.ts';
import type { BroughtIn } from '#server/acts/arrival.ts';
import type { Deps } from '#server/deps.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { whyNotUndone } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { readAs } from '#server/http/read-schema.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { liesInScope, organisationFor, zoneFor } from '#server/scope/rules.ts';
import { findPhone } from './queries.ts';
import {
  altered,
  beyondPlace,
  hasSigned,
  jsonOf,
  mayNotMake,
  officerElsewhere,
  ownRecord,
  phoneRevoked,
  timeSinceMade,
  unknownPhone,
} from './rules.ts';

interface Stored {
  /** The files that it announced. */
  readonly files: ResponseOf<typeof bringInRecord>['data']['files'];
  /** False for a repeat, and where the phone itself was quicker. */
  readonly isNew: boolean;
}

interface Who {
  readonly actor: Actor;
  /** The superior. */
  readonly caller: Caller;
  readonly officer: Caller;
}

type Store = (who: Who, sent: unknown, broughtIn: BroughtIn) => Promise<Outcome<Stored>>;

/** Each kind of record that a phone makes, as it is stored. */
export type Stores = Readonly<Record<OfflineRecord, Store>>;

/**
 * The way of one kind: its words are held to the schema of the phone's own call, and stored by the
 * command behind it, as if the phone sent them.
 */
export const storedAs =
  <S extends z.ZodType<Placed>>(
    { body: schema, permission }: { readonly body: S; readonly permission: Permission },
    command: (
      actor: Actor,
      officer: Caller,
      body: z.output<S>,
      broughtIn: BroughtIn,
    ) => Promise<Outcome<Stored>>,
  ): Store =>
  async ({ actor, caller, officer }, sent, broughtIn) => {
    const body = readAs(schema, sent);
    if (body instanceof Refusal) return body;
    const refusal = whyNotFor(caller, officer, permission, body);
    return refusal ?? command(actor, officer, body, broughtIn);
  };

interface Brought extends Stored {
  readonly id: string;
}

/**
 * Stores a record from a file of its officer's phone as that officer's: with their place, at the
 * price of the day on which it was made.
 */
export async function bringIn(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  stores: Stores,
  { device, words, signature, reason }: BodyOf<typeof bringInRecord>,
): Promise<Outcome<Brought>> {
  const phone = await findPhone(deps, caller, device);
  if (!phone) return unknownPhone;
  const { officer } = phone;
  if (officer.userId === caller.userId) return ownRecord;
  const second = await whyNotUndone(deps.db, caller.userId, officer.userId);
  if (second) return second;
  if (phone.isRevoked) return phoneRevoked;
  if (!hasSigned(phone.publicKey, words, signature)) return altered;
  const record = readAs(signedRecordSchema, jsonOf(words));
  if (record instanceof Refusal) return record;
  const onTheWay = timeSinceMade(record, phone.certifiedAt, new Date());
  if (onTheWay instanceof Refusal) return onTheWay;
  const { _id: id, kind, madeAt, savedAt, toldPrice, files } = record;
  const capture = { madeAt, sentAt: savedAt, ...(toldPrice !== null && { toldPrice }) };
  const sent = { ...record.body, _id: id, capture, ...(files.length > 0 && { coming: files }) };
  const broughtIn = { by: caller.userId, device, onTheWay, savedAt, reason };
  const stored = await stores[kind]({ actor, caller, officer }, sent, broughtIn);
  return stored instanceof Refusal ? stored : { ...stored, id };
}

type Placed = Parameters<typeof organisationFor>[0];

/** The officer must be one who makes such records there, and the superior reach that place. */
function whyNotFor(
  caller: Caller,
  officer: Caller,
  permission: Permission,
  sent: Placed,
): Refusal | null {
  if (!may(officer.role, permission)) return mayNotMake;
  const zone = zoneFor(sent.zone, officer.scope);
  const organisation = organisationFor({ ...sent, zone }, officer.scope, areasOf);
  if (organisation instanceof Refusal)
    return organisation.status === 403 ? officerElsewhere : organisation;
  const place = { organisation, zone, demo: officer.demo };
  return liesInScope(place, caller.scope) ? null : beyondPlace;
}
