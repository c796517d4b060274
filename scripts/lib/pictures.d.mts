export function whyOldPictures(root: string): string;
