import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Worded } from '#contract/act.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { themeManager } from '#web/device/theme.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { UiProvider } from '#web/ui/theme/ui-provider.tsx';
import { dialog, field, fill, press, says } from './support/form.ts';

const lifts: Worded = {
  words: {
    begins: 'Lift the hold',
    asks: 'Lift this hold?',
    does: 'It is erased at its age.',
    confirms: 'Lift it',
    reason: { label: 'Reason', hint: 'Such as the judgment.' },
    done: 'Hold lifted',
  },
};
const withoutReason: Worded = {
  final: true,
  words: {
    begins: 'Refer',
    asks: 'Refer it?',
    does: 'The court hears it.',
    confirms: 'Refer it',
    done: 'It is referred.',
  },
};

const failed = (status: number, message: string) =>
  new CallFailure({ status, message, code: 'refused', fields: {} });

/** Asks about an act that is sent by `send`. */
function asked(
  act: Worded,
  send: (reason: string) => Promise<string>,
  rest: Partial<Parameters<typeof ActConfirm<string>>[0]> = {},
) {
  const [onDone, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(
    <UiProvider nonce="" theme={themeManager} isMetered={() => false}>
      <ActConfirm act={act} send={send} onDone={onDone} onClose={onClose} {...rest} />
    </UiProvider>,
  );
  return { onDone, onClose };
}

const answered = () => vi.fn<(reason: string) => Promise<string>>(() => Promise.resolve('3'));

test('a final act says that it can’t be undone, another one doesn’t', async () => {
  asked(withoutReason, answered());
  const final = await dialog('Refer it?');
  expect(final.textContent).toContain('The court hears it. This cannot be undone.');
  asked(lifts, answered());
  const other = await dialog('Lift this hold?');
  expect(other.textContent).toContain('It is erased at its age.');
  expect(other.textContent).not.toContain('undone');
});

test('a missing reason keeps the button off, and it is sent trimmed once it is there', async () => {
  const send = answered();
  const { onDone, onClose } = asked(lifts, send);
  const question = await dialog('Lift this hold?');
  const confirm = screen.getByRole('button', { name: 'Lift it' });
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  expect(question.textContent).toContain('Enter the reason first.');
  fill(question, 'Reason', 'ab ');
  await press('Lift it', question);
  expect(send).not.toHaveBeenCalled();
  fill(question, 'Reason', ' It was struck out. ');
  await press('Lift it', question);
  await says('Hold lifted');
  expect(send.mock.calls).toEqual([['It was struck out.']]);
  expect(onDone).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

test('what is said may depend on the answer', async () => {
  asked(withoutReason, answered(), { done: (count) => `${count} tickets referred` });
  await press('Refer it', await dialog('Refer it?'));
  await says('3 tickets referred');
});

test('a 409 closes it with the notice, since somebody else has changed the record', async () => {
  const { onDone, onClose } = asked(lifts, () => Promise.reject(failed(409, 'It is over.')));
  const question = await dialog('Lift this hold?');
  fill(question, 'Reason', 'It was struck out.');
  await press('Lift it', question);
  await says('It is over.');
  expect(onDone).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

test('another failure keeps what was typed, and says why at the reason', async () => {
  const { onDone, onClose } = asked(lifts, () => Promise.reject(failed(403, 'Not your duty.')));
  const question = await dialog('Lift this hold?');
  fill(question, 'Reason', 'It was struck out.');
  await press('Lift it', question);
  await waitFor(() => expect(question.textContent).toContain('Not your duty.'));
  expect(field(question, 'Reason').value).toBe('It was struck out.');
  expect(onDone).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test('without a reason the question itself says why it failed', async () => {
  const { onClose } = asked(withoutReason, () => Promise.reject(failed(403, 'Not your duty.')));
  const question = await dialog('Refer it?');
  await press('Refer it', question);
  await waitFor(() => expect(question.textContent).toContain('Not your duty.'));
  expect(onClose).not.toHaveBeenCalled();
});

test('where a form asked, any failure goes back to it, and the question closes', async () => {
  const onFailed = vi.fn<() => void>();
  const failure = failed(400, 'Select a day.');
  const { onDone, onClose } = asked(withoutReason, () => Promise.reject(failure), { onFailed });
  await press('Refer it', await dialog('Refer it?'));
  await waitFor(() => expect(onFailed).toHaveBeenCalledExactlyOnceWith(failure));
  expect(onDone).not.toHaveBeenCalled();
  expect(onClose).toHaveBeenCalledOnce();
});
