/**
 * Pictures, videos and sounds of rows: which a post has, and their addresses. Nothing is at these addresses;
 * whatever puts something there needs only this file.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { createDice } from './dice.ts';

export interface Media {
  kind: 'none' | 'image' | 'carousel' | 'video';
  pictures: number;
  /** Length of the video. */
  seconds: number;
}

/** How often a post of a platform has which media. */
const mixtures: Record<Platform, readonly Media['kind'][]> = {
  microblog: ['none', 'none', 'image', 'none', 'image', 'none', 'carousel', 'none'],
  photoshare: ['image', 'image', 'carousel', 'video', 'video'],
  forum: ['none', 'none', 'none', 'image', 'none', 'none', 'none', 'video'],
  shortvideo: ['video', 'video', 'video', 'video', 'video', 'video', 'video', 'carousel'],
};

export function mediaOf(platform: Platform, id: string): Media {
  const dice = createDice('media', platform, id);
  const kind = dice.pick(mixtures[platform]);
  const several = kind === 'carousel' ? dice.between(2, 4) : 1;
  const seconds = dice.chance(0.8) ? dice.between(6, 75) : dice.between(76, 400);
  return { kind, pictures: kind === 'none' ? 0 : several, seconds };
}

/** @param name of a file, such as `avatars/mira_osei.jpg`. */
export const mediaUrl = (platform: Platform, name: string): string =>
  `https://media.example.org/${platform}/${name}`;
