/** Bytes of the largest picture and video. */
export const pictureLimit = 15 * 1024 * 1024;
export const videoLimit = 200 * 1024 * 1024;
export const bytesLimit = { picture: pictureLimit, video: videoLimit } as const;

/** All files of one call together, in bytes; a sender of more is cut off. */
export const uploadLimit = 600 * 1024 * 1024;

/** The most files that one call carries. */
export const maxFilesPerCall = 120;

/**
 * Bytes that one account may store within a day: two hundred collisions with pictures, or twenty
 * with the longest videos.
 */
export const dailyUploadLimit = 5 * 1024 * 1024 * 1024;
