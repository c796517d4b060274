import { holdDraft } from './draft-lock.ts';
import {
  dropDraft,
  saveDraft,
  saveDraftFiles,
  type DraftFile,
  type DraftKind,
  type DraftValues,
} from './draft-store.ts';

/** A draft is kept once typing has rested for so long. Milliseconds. */
const rest = 600;

/** The sending of a form waits no longer than this for its draft. Milliseconds. */
const patience = 1_000;

/** Keeps one form on the device while it is filled in. Without a user it keeps nothing. */
export class DraftKeeper<V extends DraftValues> {
  readonly #kind: DraftKind;
  readonly #userId: string | null;
  #values: V | null = null;
  #files: readonly DraftFile[] = [];
  #typed = false;
  #filesChosen = false;
  #sending = false;
  #settled = false;
  /** The id under which the draft stands on the device. */
  #kept: string | null = null;
  #held: { id: string; release: () => void } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #works: boolean;

  constructor(kind: DraftKind, userId: string | null) {
    this.#kind = kind;
    this.#userId = userId;
    this.#works = userId !== null;
  }

  /** Whether what is typed survives the form, as far as is known. */
  get works(): boolean {
    return this.#works;
  }

  /** Takes note of what is typed and chosen now; null when there is nothing to keep. */
  change(values: V | null, files: readonly DraftFile[] = []): void {
    if (this.#userId === null || this.#settled) return;
    if (values === null && this.#values === null) return;
    if (values !== null) this.#hold(values._id);
    this.#filesChosen ||= !sameFiles(files, this.#files);
    this.#values = values;
    this.#files = files;
    this.#typed = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), rest);
  }

  /** Keeps at once what is not kept yet. Answers whether all of it is on the device. */
  async flush(interrupted = false): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#userId === null || this.#settled) return false;
    if (!this.#typed && !(interrupted && this.#values !== null)) return this.#works;
    this.#typed = false;
    const values = this.#values;
    if (values === null) {
      await this.drop();
      return false;
    }
    this.#kept = values._id;
    const draft = { values, savedAt: Date.now(), sending: this.#sending, interrupted };
    const written = [saveDraft(this.#userId, this.#kind, draft)];
    if (this.#filesChosen) {
      this.#filesChosen = false;
      written.push(saveDraftFiles(this.#userId, this.#kind, values._id, this.#files));
    }
    const [saved = false] = await Promise.all(written);
    this.#works = saved;
    return saved;
  }

  /** Marks the draft as on its way before it is sent, so that a crash meanwhile loses nothing. */
  async beginSending(): Promise<void> {
    this.#sending = true;
    this.#typed = this.#values !== null;
    await Promise.race([this.flush(), new Promise((resolve) => setTimeout(resolve, patience))]);
  }

  /** The server refused it: it has certainly not arrived. */
  refused(): void {
    this.#sending = false;
    this.#typed = this.#values !== null;
    void this.flush();
  }

  /** Goes on with another draft, after what was typed so far is kept as its own. */
  async goOnWith(values: V, files: readonly DraftFile[]): Promise<void> {
    await this.flush();
    this.#kept = values._id;
    this.#hold(values._id);
    this.#values = values;
    this.#files = files;
    this.#filesChosen = false;
    this.#typed = true;
    this.#sending = false;
  }

  /** Drops what stands on the device; what is typed from now on is kept again. */
  async drop(): Promise<void> {
    const kept = this.#kept ?? this.#values?._id ?? null;
    this.#kept = null;
    this.#filesChosen = this.#files.length > 0;
    if (this.#userId !== null && kept !== null) await dropDraft(this.#userId, this.#kind, kept);
  }

  /** Drops the draft for good: it was sent, or discarded. */
  async settle(): Promise<void> {
    this.#settled = true;
    clearTimeout(this.#timer);
    await this.drop();
  }

  /** The form is gone. What it held may be opened elsewhere. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#held?.release();
    this.#held = null;
  }

  #hold(id: string): void {
    if (this.#held?.id === id) return;
    this.#held?.release();
    this.#held = { id, release: holdDraft(id) };
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
