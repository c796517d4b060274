import { type Capture, longestWayMs } from '#contract/capture.ts';
import { giveUpFile, receiveFile, replaceFile } from '#contract/coming-files.ts';
import type { Endpoint, SentBody } from '#contract/endpoint.ts';
import { takeOutRecord } from '#contract/late-records.ts';
import { hasTrait, type OfflineRecord } from '#contract/records.ts';
import type { CallOptions } from '#web/api/call-options.ts';
import { anyAnswer, type Step, success } from './rules.ts';
import type { WaitingFile, WaitingRecord } from './waiting-record.ts';

/** A call about a record that waits. */
export interface RecordCall {
  endpoint: Endpoint;
  options: object;
}

const callOf = <E extends Endpoint>(endpoint: E, options: CallOptions<E>): RecordCall => ({
  endpoint: anyAnswer(endpoint),
  options,
});

/** The call that a step makes; of a collision's file, once its bytes have been sent. */
export function requestOf(step: Step): RecordCall {
  const { record } = step;
  switch (step.does) {
    case 'words':
      return callOf(creationOf(record.kind), { body: bodyOf(record) });
    case 'take out':
      return callOf(takeOutRecord, { body: takenOutOf(record) });
    case 'file':
      return callOf(receiveFile, { params: { id: record._id, file: step.file.id } });
    case 'give up':
      return callOf(giveUpFile, {
        params: { id: record._id, file: step.file.id },
        body: { reason: step.file.reason ?? '' },
      });
    case 'replace':
      return callOf(replaceFile, {
        params: { id: record._id, file: step.file.replaces ?? '' },
        body: announcedAs(step.file),
      });
  }
}

/** What a browser needs of the endpoint that makes a record: its form has read the schemas. */
const creationOf = (kind: OfflineRecord) =>
  ({
    method: 'POST',
    path: `/api/v1/${kind}`,
    ...(hasTrait(kind, 'withFiles') && { files: [] }),
    response: success,
  }) as Pick<Endpoint, 'method' | 'path' | 'response'> as Endpoint;

/** A record that waits, as its call sends it. */
export function bodyOf<E extends Endpoint>(record: WaitingRecord) {
  const { body, toldPrice, shown, files } = record;
  return {
    ...body,
    capture: {
      ...captureOf(record),
      ...(toldPrice !== null && { toldPrice }),
      ...(shown === true && { shown }),
    },
    ...(files.length > 0 && hasTrait(record.kind, 'withFiles') && { coming: announced(record) }),
  } as SentBody<E>;
}

/** A device that had lost its clock says 1970; no record counts as longer on its way than this. */
function captureOf({ madeAt }: WaitingRecord): Capture {
  const now = Date.now();
  const earliest = new Date(now - longestWayMs).toISOString();
  return { madeAt: madeAt < earliest ? earliest : madeAt, sentAt: new Date(now).toISOString() };
}

const announced = ({ files }: WaitingRecord) =>
  files.map((file) => ({ ...announcedAs(file), field: file.field }));

const announcedAs = ({ id, bytes, sha256, type, taken }: WaitingFile) => ({
  id,
  bytes,
  sha256,
  type,
  ...(taken && { taken }),
});

function takenOutOf(record: WaitingRecord): SentBody<typeof takeOutRecord> {
  const { _id, kind, label, toldPrice, takenOut, body } = record;
  const { organisation, zone } = body as Pick<
    SentBody<typeof takeOutRecord>,
    'organisation' | 'zone'
  >;
  const reason = takenOut?.reason ?? '';
  const capture = captureOf(record);
  return { _id, kind, label, organisation, zone, toldPrice, capture, reason };
}
