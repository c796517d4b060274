/** Copies exactly what the image is built from: what its ignore file lets in of the checkout. */
export function copyImageContext(folder: string): void;
