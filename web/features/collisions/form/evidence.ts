import { pictureLimit, videoLimit } from '#contract/collisions.ts';
import type { FileField } from '#contract/endpoint.ts';
import { mostFiles, uploadLimit } from '#contract/upload-limits.ts';
import type { SentFile } from '#web/api/multipart.ts';
import type { VehicleDraft } from './draft.ts';
import { megabytes } from './megabytes.ts';

export const pictureNames = ['driverImg', 'vehicleImg'] as const;
export type PictureName = (typeof pictureNames)[number];
export type VehiclePictures = Readonly<Record<PictureName, File | null>>;

/** The files that were chosen; those of vehicles by the key of their row. */
export interface Evidence {
  readonly img: readonly File[];
  readonly vid: File | null;
  readonly vehicles: Readonly<Record<string, VehiclePictures>>;
}

export const noEvidence: Evidence = { img: [], vid: null, vehicles: {} };
export const noPictures: VehiclePictures = { driverImg: null, vehicleImg: null };

/** A plate as the contract writes it. */
export function plateOf(typed: string): string {
  return typed.trim().toUpperCase().replaceAll(/\s+/g, ' ');
}

/** What the fields of files call each vehicle: its plate, or `#1`, `#2`, … for those without one. */
export function labelsOf(vehicles: readonly Pick<VehicleDraft, 'plate'>[]): string[] {
  let unnamed = 0;
  return vehicles.map(({ plate }) => plateOf(plate) || `#${(unnamed += 1)}`);
}

/** The files as they are sent: those of each vehicle, then the images, then the video. */
export function filesOf(
  vehicles: readonly Pick<VehicleDraft, 'key' | 'plate'>[],
  { img, vid, vehicles: pictures }: Evidence,
): SentFile[] {
  const labels = labelsOf(vehicles);
  const ofVehicles = vehicles.flatMap(({ key }, index) =>
    pictureNames.flatMap((name) => {
      const file = pictures[key]?.[name];
      return file ? [{ name: `${name}-${labels[index] ?? ''}`, file }] : [];
    }),
  );
  return [
    ...ofVehicles,
    ...img.map((file) => ({ name: 'img', file })),
    ...(vid ? [{ name: 'vid', file: vid }] : []),
  ];
}

/** Whether any file was chosen. */
export function anyFile({ img, vid, vehicles }: Evidence): boolean {
  const pictures = Object.values(vehicles).flatMap((row) => [row.driverImg, row.vehicleImg]);
  return img.length > 0 || vid !== null || pictures.some((file) => file !== null);
}

/** Why a file is too large to send, naming it; null when it is not. */
export function tooLarge(
  { name, size }: Pick<File, 'name' | 'size'>,
  kind: FileField['kind'],
): string | null {
  const limit = kind === 'picture' ? pictureLimit : videoLimit;
  if (size <= limit) return null;
  const most = megabytes(limit);
  return `${name} has ${megabytes(size)} MB. A ${kind} has at most ${most} MB: choose a smaller one.`;
}

/** Why files can't be sent together; null when they can. */
export function tooMuch(files: readonly Pick<SentFile, 'file'>[]): string | null {
  if (files.length > mostFiles) {
    return `These are ${files.length} files. At most ${mostFiles} can be sent at once: remove some.`;
  }
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  if (total <= uploadLimit) return null;
  const most = megabytes(uploadLimit);
  return `These files have ${megabytes(total)} MB together. At most ${most} MB can be sent at once: remove some.`;
}

/** Why a file is none of the kind, naming it; null when it may be. */
export function wrongKind(file: File, kind: FileField['kind']): string | null {
  const family = kind === 'picture' ? 'image/' : 'video/';
  // Some devices don't say what a file is: the server looks into it.
  if (file.type !== '' && !file.type.startsWith(family)) return `${file.name} is not a ${kind}.`;
  return file.size === 0 ? `${file.name} is empty.` : null;
}

/** Why a file can't be taken, naming it; null when it can. */
export function whyNot(file: File, kind: FileField['kind']): string | null {
  return wrongKind(file, kind) ?? tooLarge(file, kind);
}
