import {
  BlobReader,
  BlobWriter,
  configure,
  TextReader,
  TextWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-custom.js';

// Its workers would come from addresses that the policy of the page forbids.
configure({ useWebWorkers: false });

export { BlobReader, BlobWriter, TextReader, TextWriter, ZipReader, ZipWriter };
