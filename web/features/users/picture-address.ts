import { noPicture } from '#contract/users.ts';

/** The address of a user's picture; undefined for those without one. */
export function pictureAddress(picture: string): string | undefined {
  return picture === noPicture ? undefined : picture;
}
