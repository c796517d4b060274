import { useEffect, useState } from 'react';

/** Bytes of a record with its pictures. */
const roomForRecord = 25 * 1024 * 1024;

/** Asks the browser to keep what is stored here even when the device is short of room. */
export async function askToPersist(): Promise<void> {
  // Only pages over HTTPS are given any of this.
  if (!('storage' in navigator)) return;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // The browser decides, also to say nothing.
  }
}

/** The room that is left on this device, in bytes; null until the browser has told. */
export function useRoomLeft(): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let unmounted = false;
    void roomLeft().then((room) => {
      if (!unmounted) setLeft(room);
    });
    return () => {
      unmounted = true;
    };
  }, []);
  return left;
}

async function roomLeft(): Promise<number | null> {
  if (!('storage' in navigator)) return null;
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : quota - usage;
  } catch {
    return null;
  }
}

/** True if so much room (bytes) is too little for a record with pictures. */
export const isShort = (left: number | null): boolean => left !== null && left < roomForRecord;
