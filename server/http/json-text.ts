/** An answer whose text is JSON of the shape `T` already, as the database wrote it. */
export class JsonText<T> {
  readonly text: string;
  /** Only for the compiler, which tells answers apart by their shape. */
  declare readonly shape: T;

  constructor(text: string) {
    this.text = text;
  }
}
