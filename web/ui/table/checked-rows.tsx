import type { ReactNode } from 'react';
import { FieldError } from '../fields/field.tsx';

export interface CheckedRow {
  /** Its line in a file. */
  line?: number;
  title: string;
  detail: ReactNode;
  faults: readonly string[];
}

/** The rows of a file that was checked, under what is to become of them. None of an empty group. */
export function CheckedRows({ heading, rows }: { heading: string; rows: readonly CheckedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="column gap-2" aria-label={heading}>
      <h3 className="heading">{heading}</h3>
      <ol className="ruled">
        {rows.map(({ line, title, detail, faults }) => (
          <li key={`${line ?? ''} ${title}`} className="column gap-1">
            <span className="row wrap baseline gap-4">
              {line !== undefined && <span className="small quiet">Line {line}</span>}
              <b className="anywhere">{title}</b>
              <span className="small quiet anywhere">{detail}</span>
            </span>
            {faults.map((fault) => (
              <FieldError key={fault} id={`${title} ${fault}`}>
                {fault}
              </FieldError>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
