/** All files of one call together, in bytes; a sender of more is cut off. */
export const uploadLimit = 600 * 1024 * 1024;

/** The most files that one call carries. */
export const maxFilesPerCall = 120;
