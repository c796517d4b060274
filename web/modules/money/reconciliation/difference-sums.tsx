import type { Differences } from '#contract/modules/money/differences.ts';
import { exactNaira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { kindWords } from './difference-words.ts';
import css from './differences.module.css';
import { Sum } from './sum.tsx';

/** The sums of statement and payments, their difference, and the kinds that it is made of. */
export function DifferenceSums({ report }: { report: Differences }) {
  const { theirs, ours, difference, explained, unexplained, total } = report;
  const kinds = report.kinds.filter(({ count }) => count > 0);
  return (
    <Card label="Totals">
      <div className={css['figures']}>
        <dl className={css['sums']}>
          <Sum label="Statement" detail={plural(theirs.count, 'line')}>
            {exactNaira(theirs.amount)}
          </Sum>
          <Sum label="Hanya" detail={plural(ours.count, 'payment')} sign="−">
            {exactNaira(ours.amount)}
          </Sum>
          <Sum
            label="Difference"
            detail={total === 0 ? 'Nothing listed' : `${plural(total, 'difference')} listed`}
            sign="="
            open={total > 0}
          >
            {exactNaira(difference)}
          </Sum>
        </dl>
        {kinds.length > 0 && (
          <table className={css['kinds']} aria-label="Differences by kind">
            <tbody>
              {kinds.map(({ kind, count, difference: part }) => (
                <tr key={kind}>
                  <th scope="row">{kindWords[kind]}</th>
                  <td>{plural(count, 'bill')}</td>
                  <td>{signed(part)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Explained by the list</th>
                <td />
                <td>{signed(explained)}</td>
              </tr>
            </tfoot>
          </table>
        )}
      </div>
      <div className={classNames('line-top', css['verdict'])}>
        {unexplained === 0 ? (
          <Notice kind="ok" icon={<IconCircleCheck size={18} aria-hidden />}>
            The list explains the whole difference.
          </Notice>
        ) : (
          <Notice kind="bad">
            The list does not explain {exactNaira(unexplained)} of the difference.
          </Notice>
        )}
      </div>
    </Card>
  );
}

/** `+₦5,000`, `-₦5,000`: by how much it moves the statement away from Hanya. */
export const signed = (amount: number): string =>
  amount > 0 ? `+${exactNaira(amount)}` : exactNaira(amount);
