import { type BookingField, bookingFields } from '#contract/booking-fields.ts';
import { type FieldWith, rowOf, type Rows } from '#contract/booking-rows.ts';
import type { Bookings } from './tables.ts';

type Snake<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : '';
type ColumnOf<Field extends BookingField> =
  Field extends FieldWith<'column'> ? Rows[Field]['column'] : Snake<Field>;
type Columns = { readonly [Field in BookingField]: ColumnOf<Field> };

/** The columns of `bookings` that hold its fields. */
export const bookingColumns = Object.fromEntries(
  bookingFields.map((field) => [
    field,
    rowOf(field).column ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
) as Columns satisfies Readonly<Record<BookingField, keyof Bookings>>;

/** These columns under the names of their fields; `dob` is a day, which queries write as text. */
export const selected = <Field extends BookingField>(fields: readonly Field[]) =>
  fields
    .filter((field) => field !== 'dob')
    .map((field) => `bookings.${bookingColumns[field]} as ${field}`) as {
    [Name in Exclude<Field, 'dob'>]: `bookings.${Columns[Name]} as ${Name}`;
  }[Exclude<Field, 'dob'>][];
