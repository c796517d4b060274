import { useState } from 'react';
import { smallerPicture } from '#web/forms/pictures/smaller-picture.ts';
import { whyNot } from './evidence.ts';

/** A picture that is being made smaller, and the path of the field it is for. */
export interface Shrinking {
  path: string;
  name: string;
}

/** Makes chosen pictures smaller, one after the other, and tells which are under way. */
export function useShrinking() {
  const [shrinking, setShrinking] = useState<readonly Shrinking[]>([]);

  /** The pictures as they can be sent, and why some can't. */
  async function shrink(path: string, chosen: readonly File[]) {
    const begun = chosen.map(({ name }) => ({ path, name }));
    setShrinking((last) => [...last, ...begun]);
    const results = await Promise.all(
      chosen.map(async (file, index) => {
        const smaller = await smallerPicture(file);
        setShrinking((last) => last.filter((one) => one !== begun[index]));
        return { file: smaller, wrong: whyNot(smaller, 'picture') };
      }),
    );
    return {
      taken: results.flatMap(({ file, wrong }) => (wrong === null ? [file] : [])),
      wrong: results.flatMap(({ wrong }) => wrong ?? []),
    };
  }

  return { shrinking, shrink };
}
