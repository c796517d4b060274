import { Banner } from '../feedback/banner.tsx';

export interface NewRowsProps {
  /** The number of new rows, and their noun in singular and plural. */
  arrived: number;
  nouns: readonly [one: string, many: string];
  /** The number of rows that no longer belong to the list. */
  left?: number | undefined;
  onShow: () => void;
}

/** Says above the rows that there are new ones, which are shown only on request. */
export function NewRows({ arrived, nouns: [one, many], left = 0, onShow }: NewRowsProps) {
  if (arrived === 0 && left === 0) return null;
  const came = `${arrived} new ${arrived === 1 ? one : many}`;
  const went = arrived > 0 ? `, ${left} moved on` : `${left} ${left === 1 ? one : many} moved on`;
  return (
    <Banner kind="new" action={{ label: 'Show', onChoose: onShow }} flush>
      {arrived > 0 && <b>{came}</b>}
      {left > 0 && <b>{went}</b>}
    </Banner>
  );
}
