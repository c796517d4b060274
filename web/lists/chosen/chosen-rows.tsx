import type { ComponentProps, ReactNode } from 'react';
import type { ExportFormat } from '#contract/list-filters.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { useFocusReturn } from '#web/ui/dialog/use-focus-return.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './chosen-rows.module.css';
import { mostChosen } from './use-chosen.ts';

/** Chooses one row, beside it. */
export const Tick = ({ name, ...input }: { name: string } & ComponentProps<'input'>) => (
  <label className="tap-target">
    <input {...input} type="checkbox" className={css['tick']} aria-label={`Select ${name}`} />
  </label>
);

interface ChosenBarProps {
  chosen: readonly string[];
  /** Ids of the rows of the page that is shown. */
  shown: readonly string[];
  nouns: readonly [one: string, many: string];
  /** Fetches these records as a file; undefined for whoever may not. */
  fetchFile: ((query: { ids: string; format: ExportFormat }) => Promise<File>) | undefined;
  onChoose: (ids: readonly string[]) => void;
  onClear: () => void;
  /** What is done with them besides. */
  children: ReactNode;
}

/** What is done with the chosen rows: at the foot of the window, on whichever page they stand. */
export function ChosenBar(props: ChosenBarProps) {
  const { chosen, shown, nouns, fetchFile, onChoose, onClear, children } = props;
  const all = [...new Set([...chosen, ...shown])].slice(0, mostChosen);
  useFocusReturn(true);
  const isFull = chosen.length === mostChosen;
  return (
    <section
      className={classNames('row wrap gap-4', css['bar'])}
      aria-label={`Selected ${nouns[1]}`}
    >
      <p role="status" className="grow">
        <b>{chosen.length === 0 ? 'Select rows' : `${chosen.length} selected`}</b>
        {isFull && ', the most you can select at a time'}
      </p>
      {chosen.length > 0 && children}
      {chosen.length > 0 && fetchFile && (
        <ExportMenu
          what={plural(chosen.length, ...nouns)}
          fetchFile={(format) => fetchFile({ ids: chosen.join(), format })}
        />
      )}
      {all.length > chosen.length && (
        <Button onClick={() => onChoose(all)}>Select this page</Button>
      )}
      <Button onClick={onClear}>Clear selection</Button>
    </section>
  );
}
