/** How a platform is called and marked, everywhere. */
import {
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

const icons: Record<Platform, LucideIcon> = {
  microblog: MessageSquareText,
  photoshare: Image,
  forum: MessagesSquare,
  shortvideo: SquarePlay,
};

export function PlatformIcon({
  platform,
  size = 16,
  className,
}: {
  platform: Platform;
  size?: number;
  className?: string | undefined;
}) {
  const Icon = icons[platform];
  return <Icon size={size} className={className} />;
}
