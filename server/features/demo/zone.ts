import type { Organisation } from '#contract/places.ts';
import type { Mix } from './names.ts';

/** A zone in which the demo books. Positions are degrees north and east (WGS 84). */
export interface DemoZone {
  readonly organisation: Organisation;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  /** Share of all bookings, in per cent. */
  readonly share: number;
  /** First letters of the plates that are registered here. */
  readonly plates: readonly string[];
  readonly mix: Mix;
  /** Town as an address names it. */
  readonly town: string;
  readonly locations: readonly string[];
  readonly streets: readonly string[];
}
