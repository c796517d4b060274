import { characters, type Random } from './random.ts';
import type { VehicleKind } from './vehicle-kind.ts';
import { commercialVehicles } from './vehicles-commercial.ts';
import { privateVehicles } from './vehicles-private.ts';

const kinds = [...privateVehicles, ...commercialVehicles].map(
  (kind) => [kind, kind.share] as const,
);

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
  const [vehicleBody, make, models, origin] = random.pick(kind.models);
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
    pin: '',
  };
}
