/** Metres of a degree of latitude. */
export const metresPerDegree = 111_195;

/** A degree of longitude as a part of one of latitude. */
export const squeezedAt = (lat: number): number => Math.cos((lat * Math.PI) / 180);

export interface Degrees {
  readonly position: { readonly lat: number; readonly lng: number };
}

/** Metres from the middle of a circle, as the list measures them. */
export const distance = ({ position }: Degrees, middle: { lat: number; lng: number }): number =>
  metresPerDegree *
  Math.hypot(position.lat - middle.lat, (position.lng - middle.lng) * squeezedAt(middle.lat));
