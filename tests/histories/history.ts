import fc from 'fast-check';
import { type GatewayName, gatewayNames } from '#server/gateways/payment-gateway.ts';

/** The server process, of two, that a person or gateway talks to. */
export type Where = 'one' | 'two';

/**
 * An event in the life of a booking and its bill. `offBy` is the kobo paid too much or too little,
 * in the currency named.
 */
export type HistoryEvent =
  | { readonly what: 'pays'; readonly offBy: number; readonly currency: string }
  | { readonly what: 'pays again' }
  | { readonly what: 'gateway is late' }
  | { readonly what: 'notice'; readonly where: Where; readonly copies: number }
  | { readonly what: 'forged notice'; readonly where: Where }
  | { readonly what: 'notice of an unknown bill'; readonly where: Where }
  | { readonly what: 'check'; readonly where: Where }
  | { readonly what: 'sweep'; readonly where: Where }
  | { readonly what: 'withdrawal'; readonly where: Where }
  | { readonly what: 'clearance'; readonly where: Where };

/** The life of one booking: groups in order, the events of a group at the same time. */
export interface History {
  readonly gateway: GatewayName;
  readonly groups: readonly (readonly HistoryEvent[])[];
}

const where = fc.constantFrom<Where>('one', 'two');

const historyEvent: fc.Arbitrary<HistoryEvent> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      what: fc.constant('pays'),
      offBy: fc.constant(0),
      currency: fc.constantFrom('NGN', 'NGN', 'NGN', 'NGN', 'GHS'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('pays'),
      offBy: fc.constantFrom(-100_000, -1, 1, 250_000),
      currency: fc.constant('NGN'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('pays again') }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('gateway is late') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('notice'),
      where,
      copies: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('forged notice'), where }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('notice of an unknown bill'), where }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('check'), where }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('sweep'), where }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('withdrawal'), where }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('clearance'), where }) },
);

/** Up to six groups of up to three simultaneous events in any order, also before any payment. */
export const history: fc.Arbitrary<History> = fc.record({
  gateway: fc.constantFrom(...gatewayNames),
  groups: fc.array(fc.array(historyEvent, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 6,
  }),
});

const pays = { what: 'pays', offBy: 0, currency: 'NGN' } as const;
const notice = { what: 'notice', where: 'one', copies: 1 } as const;
const check = { what: 'check', where: 'one' } as const;

/** Each way that money can go, so that no draw leaves one of them out. */
const ways: readonly History['groups'][] = [
  [[pays], [check], [{ what: 'clearance', where: 'two' }]],
  [[{ ...pays, offBy: -1 }], [notice]],
  [[{ ...pays, offBy: -1 }], [notice], [{ what: 'withdrawal', where: 'two' }]],
  [[{ ...pays, currency: 'GHS' }], [notice]],
  [[pays], [check], [{ what: 'pays again' }], [notice]],
  [[{ what: 'withdrawal', where: 'two' }], [pays], [notice]],
];
export const everyWay: readonly History[] = gatewayNames.flatMap((gateway) =>
  ways.map((groups) => ({ gateway, groups })),
);
