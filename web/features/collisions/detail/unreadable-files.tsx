import type { Collision } from '#contract/collisions.ts';
import { listComingFiles } from '#contract/coming-files.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { plural } from '#web/format/words.ts';
import { AnotherFile } from '#web/records/another-file.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { nameOfField } from '../collision-words.ts';

// Fetched together: both make files ready to be sent.
export { AddToCollision } from './add-to-collision.tsx';

interface UnreadableFilesProps {
  collision: Collision;
  onReplaced: () => void;
}

/** Says that files of a collision came and could not be read; its officer chooses others. */
export function UnreadableFiles({ collision, onReplaced }: UnreadableFilesProps) {
  const user = useCurrentUser();
  const { filesUnreadable: count, createdBy } = collision;
  if (count === 0) return null;
  const came = `Hanya could not read ${plural(count, 'file')}.`;
  if (user?.id !== createdBy.id)
    return <Notice kind="warn">{`${came} ${createdBy.name} can send a replacement here.`}</Notice>;
  return (
    <Notice kind="warn">
      <p>{came} Select a replacement.</p>
      <ToReplace userId={user.id} collision={collision} onReplaced={onReplaced} />
    </Notice>
  );
}

function ToReplace({ userId, collision, onReplaced }: UnreadableFilesProps & { userId: string }) {
  const { _id, organisation, zone, location, filesUnreadable } = collision;
  const key = `${_id} ${filesUnreadable}`;
  const { data } = useLoaded(key, (signal) =>
    dataOf(listComingFiles, { params: { id: _id }, signal }),
  );
  const record = { _id, body: { organisation, zone, location }, label: location };
  const unreadable = (data ?? []).filter(({ state }) => state === 'unreadable');
  return (
    <ul className="column gap-4">
      {unreadable.map((file) => (
        <li key={file.id} className="row wrap gap-4">
          <b>{nameOfField(file.field)}</b>
          <AnotherFile
            userId={userId}
            record={record}
            file={file}
            about={nameOfField(file.field)}
            onReplaced={onReplaced}
          />
        </li>
      ))}
    </ul>
  );
}
