/** A made-up row of the insurance screens. */
export type InsuranceSample = Readonly<
  Record<'reference' | 'date' | 'zone' | 'holder' | 'plate' | 'provider', string>
>;

export const unpaidSamples: readonly InsuranceSample[] = [
  {
    reference: 'UNP0000000000001',
    date: '2024-01-08',
    zone: 'Zaria',
    holder: 'Sample holder A',
    plate: 'ZAR-001XA',
    provider: 'Sample Insurance One',
  },
  {
    reference: 'UNP0000000000002',
    date: '2024-01-09',
    zone: 'Sabon Gari',
    holder: 'Sample holder B',
    plate: 'KAD-002XB',
    provider: 'Sample Insurance Two',
  },
  {
    reference: 'UNP0000000000003',
    date: '2024-01-12',
    zone: 'Igabi',
    holder: 'Sample holder C',
    plate: 'DKA-003XC',
    provider: 'Sample Insurance One',
  },
];

export const regularisedSamples: readonly InsuranceSample[] = [
  {
    reference: 'REG0000000000001',
    date: '2024-01-05',
    zone: 'Kaduna North',
    holder: 'Sample holder D',
    plate: 'KAD-004XD',
    provider: 'Sample Insurance Three',
  },
  {
    reference: 'REG0000000000002',
    date: '2024-01-06',
    zone: 'Chikun',
    holder: 'Sample holder E',
    plate: 'KJA-005XE',
    provider: 'Sample Insurance One',
  },
  {
    reference: 'REG0000000000003',
    date: '2024-01-11',
    zone: 'Zaria',
    holder: 'Sample holder F',
    plate: 'ZAR-006XF',
    provider: 'Sample Insurance Two',
  },
];
