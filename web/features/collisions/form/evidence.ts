import { megabytes } from '#contract/file-kinds.ts';
import { writtenNumber } from '#contract/folding.ts';
import { vehicleLabels } from '#contract/new-collisions.ts';
import { maxFilesPerCall, uploadLimit } from '#contract/upload-limits.ts';
import type { SentFile } from '#web/api/multipart.ts';
import { noteOriginal, originalOf } from '#web/device/files/chosen-files.ts';
import type { DraftFile } from '#web/forms/drafts/draft-store.ts';
import type { VehicleDraft } from './draft.ts';

export const pictureNames = ['driverImg', 'vehicleImg'] as const;
export type PictureName = (typeof pictureNames)[number];
export type VehiclePictures = Readonly<Record<PictureName, File | null>>;

/** The chosen files; those of vehicles by the key of their row. */
export interface Evidence {
  readonly img: readonly File[];
  readonly vid: File | null;
  readonly vehicles: Readonly<Record<string, VehiclePictures>>;
}

export const noPictures: VehiclePictures = { driverImg: null, vehicleImg: null };

/** A plate as the contract's schema writes it. */
export function plateOf(typed: string): string {
  return writtenNumber(typed);
}

const labelsOf = (vehicles: readonly Pick<VehicleDraft, 'plate'>[]): string[] =>
  vehicleLabels(vehicles.map(({ plate }) => plateOf(plate)));

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

/** The row and the name of a vehicle's picture, by the name under which it is sent. */
function pictureAt(field: string, labels: readonly string[]) {
  const [, name, label = ''] = /^(driverImg|vehicleImg)-(.*)$/s.exec(field) ?? [];
  return { name, row: labels.indexOf(label) };
}

/** The place of a file in a draft, by the name under which it is sent. */
export function placeOf(
  field: string,
  vehicles: readonly Pick<VehicleDraft, 'key' | 'plate'>[],
): string {
  const { name, row } = pictureAt(field, labelsOf(vehicles));
  const key = vehicles[row]?.key;
  return name === undefined || key === undefined ? field : `${name} ${key}`;
}

/** The server's errors by the form's fields: it names pictures by plate, the form by row. */
export function errorsByRow(
  errors: Readonly<Record<string, string>>,
  vehicles: readonly Pick<VehicleDraft, 'plate'>[],
): Record<string, string> {
  const labels = labelsOf(vehicles);
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => {
      const { name, row } = pictureAt(field, labels);
      return [name === undefined || row < 0 ? field : `vehicle.${row}.${name}`, message];
    }),
  );
}

/** The reason why files can't be sent together; null when they can. */
export function tooMuch(files: readonly Pick<SentFile, 'file'>[]): string | null {
  const [number, most] = [files.length, maxFilesPerCall];
  if (number > most)
    return `You have ${number} files. You can send at most ${most} at a time. Remove some files.`;
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  if (total <= uploadLimit) return null;
  const [size, limit] = [megabytes(total), megabytes(uploadLimit)];
  return `These files total ${size} MB. You can send at most ${limit} MB at a time. Remove some files.`;
}

const draftFile = (place: string, file: File): DraftFile => ({
  place,
  file,
  ...originalOf(file),
});

/** The chosen files as they are saved with a draft; the video last, since it may not fit. */
export function draftFilesOf({ img, vid, vehicles }: Evidence): DraftFile[] {
  const ofVehicles = Object.entries(vehicles).flatMap(([key, pictures]) =>
    pictureNames.flatMap((name) => {
      const file = pictures[name];
      return file ? [draftFile(`${name} ${key}`, file)] : [];
    }),
  );
  const images = img.map((file) => draftFile('img', file));
  return [...ofVehicles, ...images, ...(vid ? [draftFile('vid', vid)] : [])];
}

/** The files of a draft, back in their places. */
export function evidenceOf(files: readonly DraftFile[]): Evidence {
  const vehicles: Record<string, VehiclePictures> = {};
  for (const { place, file, before, taken } of files) {
    noteOriginal(file, { before, taken });
    const [first, key = ''] = place.split(' ');
    const name = pictureNames.find((known) => known === first);
    if (name) vehicles[key] = { ...(vehicles[key] ?? noPictures), [name]: file };
  }
  const filesAt = (wanted: string) =>
    files.flatMap(({ place, file }) => (place === wanted ? file : []));
  return { img: filesAt('img'), vid: filesAt('vid')[0] ?? null, vehicles };
}
