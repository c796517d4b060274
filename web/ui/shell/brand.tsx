import { classNames } from '../theme/class-names.ts';
import css from './brand.module.css';

/** The mark: an H between two lanes. Its size is in px; it is white, for dark backgrounds. */
function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden>
      <rect x=".9" y=".9" width="26.2" height="26.2" rx="6" stroke="#fff" strokeWidth="1.8" />
      <path d="M8.3 6.4v15.2M19.7 6.4v15.2" stroke="#fff" strokeWidth="3.4" />
      <path d="M14 6.4v3.6M14 18v3.6" stroke="#F7B500" strokeWidth="2.4" />
      <path d="M8.3 14h11.4" stroke="#fff" strokeWidth="3.4" />
    </svg>
  );
}

/** Mark and wordmark in white. */
export function Brand({ size = 'md' }: { size?: 'md' | 'lg' }) {
  return (
    <span className={classNames('inline-row gap-5', css['brand'], css[size])}>
      <BrandMark size={size === 'lg' ? 36 : 28} />
      <span>Hanya</span>
    </span>
  );
}
