import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { needLicenceOrRegistration, needOffence } from '#contract/new-bookings.ts';
import { passwordsDiffer } from '#contract/passwords.ts';
import { noPaymentReference } from '#contract/payments.ts';
import { read } from '#server/http/read-schema.ts';
import { Refusal } from '#server/http/refusal.ts';

/** Sentences that the specification prescribes. */
const exact = [needOffence, needLicenceOrRegistration, noPaymentReference, passwordsDiffer];

const jargon =
  /\b(invalid|expected|received|undefined|null|NaN|unrecognized|too (big|small)|string|array|boolean|int|enum|regex|input|pattern|schema)\b|[<>=_[\]{}]/i;

/** Fields that sentences call by another name. */
const spokenOf: Readonly<Record<string, RegExp>> = {
  _boolcompleted: /completed/,
  _boolpaid: /paid/,
  _id: /\bid\b/,
  _searchfirstName: /search/,
  _searchname: /search/,
  agrees: /agree/,
  answer: /answer|leaving the booking/,
  amount: /amount|fee/,
  billRef: /bill reference|payment reference/i,
  bookedBy: /officer/,
  by: /made, paid|day, zone|day, week/,
  color: /colour/,
  confirmPassword: /password/i,
  decision: /decision/,
  before: /date/,
  desc: /description/,
  exceptOffences: /offence/,
  exceptZones: /zones/,
  isHoliday: /holiday/,
  offered: /language/,
  how: /how|done or/,
  kind: /kind|report|answer or an outcome|want to add/,
  bookings: /booking|tickets for the batch/,
  dob: /date of birth/,
  eoCode: /EO code/,
  format: /csv|pdf/,
  form: /link/,
  forWhom: /court or authority/,
  ground: /why you object/,
  measure: /count/,
  recipients: /who gets the report|recipient/,
  rhythm: /how often/,
  from: /first day/,
  lat: /latitude/,
  limit: /number of rows/,
  lng: /longitude/,
  capture: /when the record was made/,
  coming: /file|coming/,
  letIn: /accept the record/,
  madeAt: /made/,
  sentAt: /sent/,
  sha256: /SHA-256/,
  toldPrice: /price/,
  max: /highest amount|amount in whole naira/,
  min: /lowest amount|amount in whole naira/,
  noOfCars: /number of vehicles/,
  noOfFatalities: /number of fatalities/,
  noOfInjuries: /number of injuries/,
  of: /plate, license or phone|ticket, receipt|kind|bookings or exceptions/,
  optedOut: /stop messages/,
  owed: /overdue/,
  period: /day, week/,
  phoneNo: /phone/,
  phoneTwo: /second phone|phone number/,
  pin: /PIN/,
  persons: /people/,
  proofKind: /kind of proof/,
  proofNumber: /proof number|number of the transfer/,
  reason: /reason|why|who will do this/,
  replaces: /id|replace/,
  record: /booking(,| or) collision/,
  registration: /registration/,
  screen: /list/,
  state: /state|status/,
  seen: /last active/,
  required: /must have a second factor/,
  diedOn: /date of death/,
  taken: /time, place and orientation/,
  setupCode: /set-up code/,
  size: /a4/,
  sort: /sort/,
  to: /last day/,
  upheld: /uphold/,
  vehicleType: /type/,
  whatsapp: /phone number|WhatsApp number/,
  vin: /VIN/,
  witness: /witness/,
  words: /word|what was done|explanation|what happened|statement|text/,
  withdrawn: /withdrawn/,
  whose: /whose|gateway or the bank/,
};

const parts = Object.entries<Endpoint>(endpoints).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [{ of: `${part} of ${name}`, schema }] : [],
  ),
);
const wrongValues = [
  null,
  '',
  'neither here nor there',
  -7.5,
  true,
  [],
  [[]],
  {},
  [{}],
  ['x', 'y'],
];

test('the schema of every address, filter and body says which fields it has', () => {
  for (const { of, schema } of parts) expect(schema, of).toBeInstanceOf(z.ZodObject);
});

for (const { of, schema } of parts) {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

  test(`what is missing or wrong in the ${of} is said in a sentence that names it`, () => {
    const refusals = [refusalOf(schema, {}), refusalOf(schema, 'a text')];
    for (const field of fields) {
      const wrong = wrongValues.map((value) => refusalOf(schema, { [field]: value }));
      expect(
        wrong.some((refusal) => refusal !== undefined),
        field,
      ).toBe(true);
      refusals.push(...wrong);
    }
    for (const { error, fields = {} } of refusals.filter((one) => one !== undefined)) {
      expect(Object.values(fields)).toContain(error);
      for (const [field, sentence] of Object.entries(fields)) expectSentence(sentence, field);
    }
  });

  test(`a field that the ${of} doesn't have is named, unless it is only ignored`, () => {
    const told = refusalOf(schema, { madeUp: 1 })?.fields?.['madeUp'];
    const ignored = schema instanceof z.ZodObject && schema.def.catchall === undefined;
    expect(told).toBe(ignored ? undefined : 'Remove madeUp: there is no such field.');
  });
}

test.each(['2026-13-45', '2026-02-30', '9999-12-31', ''])(
  'a check of several fields bears that each of them says %j',
  (text) => {
    for (const { of, schema } of parts)
      expect(() => schema.safeParse(filled(schema, text)), of).not.toThrow();
  },
);

/** A value of the schema's own shape, with this text wherever a text stands. */
function filled(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return filled(schema.unwrap(), text);
  if (schema instanceof z.ZodDefault) return filled(schema.unwrap(), text);
  if (schema instanceof z.ZodPipe) return filled(schema.in, text);
  if (schema instanceof z.ZodArray) return [filled(schema.element, text)];
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (!(schema instanceof z.ZodObject)) return text;
  return Object.fromEntries(
    Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [
      name,
      filled(field, text),
    ]),
  );
}

function expectSentence(sentence: string, field: string): void {
  if (exact.includes(sentence)) return;
  expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(sentence).not.toMatch(jargon);
  if (field === 'body') return;
  const name = field.split('.').findLast((step) => !/^\d+$/.test(step)) ?? '';
  const words = name
    .replaceAll(/(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/s$/, '');
  expect(sentence).toMatch(spokenOf[name] ?? new RegExp(words));
}

function refusalOf(schema: z.ZodType, value: unknown): Refusal | undefined {
  const outcome = read(schema, value);
  return outcome instanceof Refusal ? outcome : undefined;
}
