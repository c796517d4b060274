import { lateRecordSchema } from './late-records.ts';
import { placeFilters } from './list-filters.ts';
import { register } from './register.ts';

// It stands apart, since every form loads the other calls about late records.

/** The late records in the caller's scope, the last to be asked for first. */
export const lateRecordRegister = register({
  name: 'late-records',
  path: '/api/v1/late-record',
  see: 'see late records',
  exports: 'export lists',
  row: lateRecordSchema,
  narrowing: placeFilters,
  choices: {},
  tabs: { waiting: 'Waiting', decided: 'Decided' },
  searched: 'plate, location or officer',
  also: {},
});
