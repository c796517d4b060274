import { z } from 'zod';

const settingsSchema = z.object({
  /** The authority whose back office this is, as the header names it. */
  authorityName: z.string().min(1),
  /** Whether the sign-in page offers a guest. */
  guest: z.boolean(),
  /** Whether the records of this installation are made up. */
  demo: z.boolean(),
  /** The address of the live map's style; '' for the plain map. */
  mapStyleUrl: z.string(),
});
export type Settings = z.infer<typeof settingsSchema>;

const fallback: Settings = {
  authorityName: 'State Traffic Authority',
  guest: false,
  demo: false,
  mapStyleUrl: '',
};

/** Reads the settings that the server wrote into the page, or returns defaults if it can't. */
export function readSettings(text: string | null | undefined): Settings {
  try {
    const parsed = settingsSchema.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data : fallback;
  } catch {
    return fallback;
  }
}

let cached: Settings | undefined;

export function settings(): Settings {
  cached ??= readSettings(document.querySelector<HTMLMetaElement>('meta[name="hanya"]')?.content);
  return cached;
}

/** The nonce that style elements on this page must carry. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
