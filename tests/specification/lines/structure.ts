import { nothing, type Line } from './line.ts';

/** What only gives the document its shape. */
export const structure: readonly Line[] = [
  nothing('title', 1),
  nothing('heading', 5, 18, 20, 40, 57, 63, 66, 74, 77, 80, 83, 86, 89, 107, 113, 119, 183, 213),
  nothing('heading', 223, 239, 284, 296),
  nothing('label of the list below it', 41, 97, 121, 130, 135, 147, 153, 158, 161, 164, 167, 175),
  nothing('label of the list below it', 180, 185, 194, 197, 200, 207, 210, 243, 257, 270, 277, 280),
  nothing('label of the list below it', 311, 328),
  nothing('blank', 2, 4, 6, 15, 17, 19, 22, 39, 54, 56, 62, 65, 73, 76, 79, 82, 85, 88, 96, 106),
  nothing('blank', 112, 118, 120, 129, 134, 146, 152, 157, 160, 163, 166, 174, 179, 182, 184, 193),
  nothing('blank', 196, 199, 206, 209, 212, 214, 222, 224, 226, 234, 238, 240, 242, 244, 256, 258),
  nothing('blank', 269, 271, 276, 279, 283, 285, 295, 297, 310, 327),
  nothing('head of a table', 23, 24, 227, 228, 245, 246, 259, 260, 272, 273),
];
