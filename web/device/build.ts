/** True if two revisions of a page are of different builds; the part after the dot is of settings alone. */
export const isOtherBuild = (one: string, other: string): boolean =>
  one.split('.', 1)[0] !== other.split('.', 1)[0];
