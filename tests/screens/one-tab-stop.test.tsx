import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { oneTabStop } from '#web/ui/controls/one-tab-stop.ts';

/** A table of figures; a gap is a figure of zero, which opens nothing. */
const Figures = ({ rows }: { rows: readonly (readonly string[])[] }) => (
  <>
    <button type="button">Before</button>
    <table ref={oneTabStop} aria-label="Figures">
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {cells.map((cell, at) => (
              <td key={at}>{cell === '' ? '0' : <a href={`#${cell}`}>{cell}</a>}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <button type="button">After</button>
  </>
);

const focused = () => document.activeElement?.textContent;

const rows = [
  ['a1', 'a2', 'a3'],
  ['b1', '', 'b3'],
  ['c1', 'c2', ''],
];

test('Tab reaches one link of a table, leaves it with the next, and returns to the last one', async () => {
  const user = userEvent.setup();
  render(<Figures rows={rows} />);
  const met = [];
  for (let press = 0; press < 3; press++) {
    await user.tab();
    met.push(focused());
  }
  expect(met).toEqual(['Before', 'a1', 'After']);
  await user.tab({ shift: true });
  await user.keyboard('{ArrowRight}');
  await user.tab();
  await user.tab({ shift: true });
  expect(focused()).toBe('a2');
  expect(screen.getByRole('table').getAttribute('aria-description')).toBe(
    'Use the arrow keys to move between the links.',
  );
});

test.each([
  ['right along the row', 'a1', '{ArrowRight}{ArrowRight}{ArrowRight}', 'a3'],
  ['left along the row', 'a3', '{ArrowLeft}', 'a2'],
  ['over a figure that opens nothing', 'b1', '{ArrowRight}', 'b3'],
  ['down the column, over a figure that opens nothing', 'a2', '{ArrowDown}', 'c2'],
  ['up the column', 'c2', '{ArrowUp}', 'a2'],
  ['no further than the last row', 'b3', '{ArrowDown}', 'b3'],
  ['to the end of the row', 'b1', '{End}', 'b3'],
  ['to the beginning of the row', 'b3', '{Home}', 'b1'],
  ['to the end of the table', 'a1', '{Control>}{End}{/Control}', 'c2'],
  ['to the beginning of the table', 'c2', '{Control>}{Home}{/Control}', 'a1'],
])('keys lead %s', async (_where, from, keys, to) => {
  const user = userEvent.setup();
  render(<Figures rows={rows} />);
  screen.getByText(from).focus();
  await user.keyboard(keys);
  expect(focused()).toBe(to);
});

test('rows that come or go leave one tab stop', async () => {
  const { rerender } = render(<Figures rows={rows} />);
  const stops = () =>
    screen
      .getAllByRole('link')
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(({ textContent }) => textContent);
  screen.getByText('c2').focus();
  rerender(<Figures rows={[...rows, ['d1']]} />);
  await waitFor(() => expect(screen.getByText('d1').tabIndex).toBe(-1));
  expect(stops()).toEqual(['c2']);
  rerender(<Figures rows={[['a1', 'a2']]} />);
  await waitFor(() => expect(stops()).toEqual(['a1']));
});
