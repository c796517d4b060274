import type { DraftFile } from '#web/forms/drafts/draft-store.ts';
import { noteSizeBefore, sizeBefore } from '#web/forms/pictures/smaller-picture.ts';
import { noPictures, pictureNames, type Evidence, type VehiclePictures } from './evidence.ts';

const draftFile = (place: string, file: File): DraftFile => ({
  place,
  file,
  before: sizeBefore(file),
});

/** The chosen files as a draft keeps them; the video last, since it is the first that doesn't fit. */
export function keptFiles({ img, vid, vehicles }: Evidence): DraftFile[] {
  const ofVehicles = Object.entries(vehicles).flatMap(([key, pictures]) =>
    pictureNames.flatMap((name) => {
      const file = pictures[name];
      return file ? [draftFile(`${name} ${key}`, file)] : [];
    }),
  );
  const images = img.map((file) => draftFile('img', file));
  return [...ofVehicles, ...images, ...(vid ? [draftFile('vid', vid)] : [])];
}

/** The files of a draft in their places again. */
export function evidenceOf(files: readonly DraftFile[]): Evidence {
  const vehicles: Record<string, VehiclePictures> = {};
  for (const { place, file, before } of files) {
    noteSizeBefore(file, before);
    const [first, key = ''] = place.split(' ');
    const name = pictureNames.find((known) => known === first);
    if (name) vehicles[key] = { ...(vehicles[key] ?? noPictures), [name]: file };
  }
  const at = (wanted: string) => files.flatMap(({ place, file }) => (place === wanted ? file : []));
  return { img: at('img'), vid: at('vid')[0] ?? null, vehicles };
}
