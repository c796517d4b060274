import type { fuelTypes, vehicleTypes } from '#contract/booking-fields.ts';
import type { OffencePool } from './offence-pools.ts';

type Model = readonly [body: string, make: string, models: readonly string[], origin: string];

/** A kind of vehicle as the road has it, with what may be booked against it. */
export interface VehicleKind {
  /** Share of all bookings, in per cent. */
  readonly share: number;
  readonly vehicleType: (typeof vehicleTypes)[number];
  readonly models: readonly Model[];
  readonly fuels: readonly (typeof fuelTypes)[number][];
  readonly colors: readonly string[];
  readonly capacities: readonly string[];
  /** Fourth letter of a plate: X is commercial, Q two and three wheels. */
  readonly series: string;
  readonly womenShare: number;
  readonly offences: OffencePool;
  /** The catalogue's charges for storage by the day and for towing. */
  readonly storage: string;
  readonly towing: string;
}
