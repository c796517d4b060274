import { Card } from './card.tsx';
import css from './card.module.css';

/** A quiet panel for what isn't there yet: a heading and one sentence. */
export function ComingLater({ heading, sentence }: { heading: string; sentence: string }) {
  return (
    <Card label={heading}>
      <div className={css['later']}>
        <h2 className={css['title']}>{heading}</h2>
        <p>{sentence}</p>
      </div>
    </Card>
  );
}
