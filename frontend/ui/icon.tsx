import type { LucideIcon } from 'lucide-react';

interface IconProps {
  /** An icon of `lucide-react`, imported by its name. */
  of: LucideIcon;
  /** In CSS pixels. */
  size?: number;
}

/** An icon as large and as fine as our text; decorative, so a control with an icon alone needs its own label. */
export const Icon = ({ of: Drawing, size = 18 }: IconProps) => (
  <Drawing aria-hidden="true" size={size} strokeWidth={size < 18 ? 2 : 1.75} />
);
