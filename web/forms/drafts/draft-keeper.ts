import { noteBreakage } from '#web/device/breakages.ts';
import { holdDraft } from './draft-lock.ts';
import {
  type DraftFile,
  draftKeys,
  type DraftKind,
  type DraftValues,
  dropDraft,
  saveDraft,
  saveDraftFiles,
} from './draft-store.ts';

/** A draft is saved once nothing was typed for this long. Milliseconds. */
const typingPause = 600;

/** Giving a form away waits at most this long until its draft is saved. Milliseconds. */
const maxWaitMs = 1_000;

/** Saves one form as a draft on the device while it is filled in. Without a user it saves nothing. */
export class DraftKeeper<V extends DraftValues> {
  readonly #kind: DraftKind;
  readonly #userId: string | null;
  #values: V | null = null;
  #files: readonly DraftFile[] = [];
  #unsaved = false;
  #filesChanged = false;
  #settled = false;
  /** The form was given away: what is typed is saved again only once it is taken back. */
  #handedOver = false;
  /** The id of the draft that is stored on the device. */
  #storedId: string | null = null;
  #lock: { id: string; release: () => void } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #works: boolean;

  constructor(kind: DraftKind, userId: string | null) {
    this.#kind = kind;
    this.#userId = userId;
    this.#works = userId !== null;
  }

  /** True if drafts can be saved on this device, as far as is known. */
  get works(): boolean {
    return this.#works;
  }

  /** Notes what the form holds now, to be saved soon; null while nothing was typed. */
  change(values: V | null, files: readonly DraftFile[] = []): void {
    if (this.#userId === null || this.#settled) return;
    if (values === null && this.#values === null) return;
    if (values !== null) this.#lockDraft(values._id);
    this.#filesChanged ||= !sameFiles(files, this.#files);
    this.#values = values;
    this.#files = files;
    this.#unsaved = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), typingPause);
  }

  /** Saves at once what is not saved yet. Resolves to whether all of it is on the device. */
  async flush(interrupted = false): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#userId === null || this.#settled || this.#handedOver) return false;
    if (!this.#unsaved && !(interrupted && this.#values !== null)) return this.#works;
    this.#unsaved = false;
    const values = this.#values;
    if (values === null) {
      await this.drop();
      return false;
    }
    this.#storedId = values._id;
    const draft = { values, savedAt: Date.now(), sending: false, interrupted };
    const saves = [saveDraft(this.#userId, this.#kind, draft)];
    if (this.#filesChanged) {
      this.#filesChanged = false;
      saves.push(saveDraftFiles(this.#userId, this.#kind, values._id, this.#files));
    }
    const done = await Promise.all(saves);
    if (done.includes(false)) noteBreakage('draft');
    const [saved = false] = done;
    this.#works = saved;
    return saved;
  }

  /**
   * Saves the latest changes, and nothing more until `takeBack`. Resolves to the draft's keys on
   * the device: storing the record removes them in the same step.
   */
  async handOver(): Promise<string[]> {
    await Promise.race([this.flush(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
    this.#handedOver = true;
    const id = this.#storedId ?? this.#values?._id ?? null;
    return id === null ? [] : draftKeys(this.#kind, id);
  }

  /** Saves the form as a draft again, and resolves once it is on the device. */
  async takeBack(): Promise<void> {
    this.#handedOver = false;
    this.#unsaved = this.#values !== null;
    this.#filesChanged = this.#files.length > 0;
    await this.flush();
  }

  /** Continues with another draft; what was typed so far is saved as a draft of its own. */
  async goOnWith(values: V, files: readonly DraftFile[]): Promise<void> {
    await this.flush();
    this.#storedId = values._id;
    this.#lockDraft(values._id);
    this.#values = values;
    this.#files = files;
    this.#filesChanged = false;
    this.#unsaved = true;
  }

  /** Removes the draft from the device; what is typed from now on is saved again. */
  async drop(): Promise<void> {
    const stored = this.#storedId ?? this.#values?._id ?? null;
    this.#storedId = null;
    this.#filesChanged = this.#files.length > 0;
    if (this.#userId !== null && stored !== null) await dropDraft(this.#userId, this.#kind, stored);
  }

  /** Removes the draft for good: it was sent, or discarded. */
  async settle(): Promise<void> {
    this.#settled = true;
    clearTimeout(this.#timer);
    await this.drop();
  }

  /** To be called when the form is gone: another tab may open its draft. */
  release(): void {
    clearTimeout(this.#timer);
    this.#lock?.release();
    this.#lock = null;
  }

  #lockDraft(id: string): void {
    if (this.#lock?.id === id) return;
    this.#lock?.release();
    this.#lock = { id, release: holdDraft(id) };
  }
}

function sameFiles(some: readonly DraftFile[], others: readonly DraftFile[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ place, file }, index) => {
      const other = others[index];
      return other?.file === file && other.place === place;
    })
  );
}
