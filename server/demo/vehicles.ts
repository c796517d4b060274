import { z } from 'zod';
import { fuelTypes, vehicleTypes } from '#contract/booking-fields.ts';
import pools from './data/offence-pools.json' with { type: 'json' };
import entries from './data/vehicles.json' with { type: 'json' };
import { characters, type Random, words } from './random.ts';

/** The offences typical of one kind of vehicle, by frequency. */
const poolOf = (name: keyof typeof pools) => ({
  often: words(pools[name].often),
  sometimes: words(pools[name].sometimes),
  rarely: words(pools[name].rarely),
});

/** A kind of vehicle as the road has it, with what may be booked against it. */
const kindSchema = z.strictObject({
  /** Share of all bookings, in per cent. */
  share: z.number(),
  vehicleType: z.enum(vehicleTypes),
  models: z.array(
    z.strictObject({
      body: z.string(),
      make: z.string(),
      models: z.array(z.string()),
      origin: z.string(),
    }),
  ),
  fuels: z.array(z.enum(fuelTypes)),
  colors: z.array(z.string()),
  capacities: z.array(z.string()),
  /** Fourth letter of a plate: X is commercial, Q two and three wheels. */
  series: z.string(),
  womenShare: z.number(),
  offences: z.enum(Object.keys(pools) as [keyof typeof pools]).transform(poolOf),
  /** The catalogue's charges for storage by the day and for towing. */
  storage: z.string(),
  towing: z.string(),
});
export type VehicleKind = z.infer<typeof kindSchema>;

const kinds = entries.map((entry) => {
  const kind = kindSchema.parse(entry);
  return [kind, kind.share] as const;
});

/** Letters that a plate or a chassis number uses: those that look like digits are left out. */
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** The years in which a model was built, where that isn't nearly all years of this century. */
const built: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'Golf 2': [1985, 1992],
  'Golf 3': [1992, 1998],
  'Golf 4': [1998, 2005],
  'Carina II': [1988, 1996],
  Starlet: [1990, 1999],
  Vectra: [1996, 2005],
  Astra: [1996, 2006],
  '504': [1985, 2004],
  '406': [1997, 2004],
  '301': [2013, 2020],
  '508': [2012, 2020],
  '190 E': [1986, 1993],
  'C 300': [2008, 2019],
  Avensis: [2000, 2010],
  Primera: [1998, 2006],
  'GX 460': [2010, 2022],
  'LT 28': [1985, 1996],
  'Transporter T4': [1992, 2003],
  'Vario 508': [1996, 2008],
  '911': [1982, 1995],
  '1414': [1986, 1998],
  'Diesel 26.280': [1986, 1996],
  'R-Series': [1986, 1998],
  Granite: [2016, 2023],
};

export function pickKind(random: Random): VehicleKind {
  return random.weighted(kinds);
}

/** A plate in the format ABC-123DE: where it was registered, a number, and the series. */
export function plateOf(random: Random, codes: readonly string[], { series }: VehicleKind): string {
  const number = characters(random, 3, '0123456789');
  return `${random.pick(codes)}-${number}${characters(random, 1, series)}${characters(random, 1, letters)}`;
}

/** The vehicle of a booking without its plate, as the booking form has it. */
export function vehicleOf(random: Random, kind: VehicleKind) {
  const { body: vehicleBody, make, models, origin } = random.pick(kind.models);
  const model = random.pick(models);
  const [from, to] = built[model] ?? [2002, 2023];
  return {
    make,
    model,
    color: random.pick(kind.colors),
    vehicleType: kind.vehicleType,
    vehicleBody,
    type: random.pick(kind.fuels),
    origin,
    vehicleYear: String(random.between(from, to)),
    capacity: random.pick(kind.capacities),
    vin: random.chance(0.35) ? characters(random, 17, `${letters}0123456789`) : '',
  };
}
