/** Names and icons of platforms. */
import {
  Boxes,
  Image,
  MessageSquareText,
  MessagesSquare,
  SquarePlay,
  type LucideIcon,
} from 'lucide-react';
import type { Platform } from '#shared/catalogue/types.ts';

export const platformNames: Record<Platform, string> = {
  microblog: 'Microblog',
  photoshare: 'Photoshare',
  forum: 'Forum',
  shortvideo: 'Shortvideo',
};

/**
 * Returns the name of a platform. Endpoints that the service describes may belong to an unknown one.
 */
export const nameOfPlatform = (platform: Platform | null): string =>
  platform === null ? 'Other' : platformNames[platform];

const icons: Record<Platform, LucideIcon> = {
  microblog: MessageSquareText,
  photoshare: Image,
  forum: MessagesSquare,
  shortvideo: SquarePlay,
};

export function PlatformIcon({
  platform,
  size = 16,
}: {
  platform: Platform | null;
  size?: number;
}) {
  const Icon = platform === null ? Boxes : icons[platform];
  // Each platform has its own colour wherever it is marked.
  const color = platform === null ? 'var(--text-2)' : `var(--mark-${platform})`;
  return <Icon size={size} style={{ color }} />;
}
