import {
  exampleText,
  measuredText,
  type MessagePlace,
  type MessageSender,
  unknownPlace,
} from '#contract/modules/after-ticket/message-texts.ts';
import { plural } from '#web/format/words.ts';
import { TextArea, type TextAreaProps } from '#web/ui/fields/text-area.tsx';

interface MessageTextProps extends TextAreaProps {
  value: string;
  /** What it may have. */
  places: readonly MessagePlace[];
  sender: MessageSender;
  /** Naira for one part; null while nobody has said it. */
  partPrice: number | null;
}

/** The text of a message, with its parts, what one costs, and how it reads filled in. */
export function MessageText({ partPrice, places, sender, ...area }: MessageTextProps) {
  const filled = exampleText(area.value, sender);
  const { alphabet, length, parts, causes } = measuredText(filled);
  const cost = partPrice === null ? '' : `, ₦${(parts * partPrice).toFixed(2)} a message`;
  return (
    <div className="column gap-3">
      <TextArea rows={3} maxLength={600} {...area} />
      <p className="small quiet anywhere">
        {plural(parts, 'part', 'parts')}, {plural(length, 'character')}
        {cost}.{' '}
        {alphabet === 'UCS-2' &&
          `A part holds 70 characters instead of 160 because of ${causes.slice(0, 8).join(' ')}.`}
      </p>
      {unknownPlace(area.value, places) === '' && (
        <p className="small quiet anywhere">“{filled}”</p>
      )}
    </div>
  );
}
