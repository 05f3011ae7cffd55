/** The posts that the catalogue's examples ask for, by platform and number. */
import type { Platform } from '#shared/catalogue/types.ts';
import type { TopicId } from './texts/types.ts';

export interface FeaturedPost {
  username: string;
  topic: TopicId;
  text: string;
  likes: number;
  /** Comments, quotes and reposts: each can be listed. */
  replies: number;
  quotes: number;
  reposts: number;
}

const posts: Readonly<Record<string, FeaturedPost>> = {
  'microblog 1986934512780812300': {
    username: 'mira_osei',
    topic: 'trees',
    text: 'We asked 4,180 people to adopt one of our city trees: water it, name it, write to it.\n\nA year later 4,102 of them are still watering. Here are the best letters, with permission 🌳 #CityTrees',
    likes: 31_460,
    replies: 4_182,
    quotes: 2_307,
    reposts: 6_118,
  },
  // The number of the shortcode C9xQ2LmNp4R.
  'photoshare 3418587684199112209': {
    username: 'mira_osei',
    topic: 'food',
    text: 'Kenkey, pepper, fried fish, and a queue of the happiest people in Accra. The stall has no name, so everybody calls it “after the rain”.\n\nWhat does your favourite street food taste of? 🍜\n#StreetFood #Accra',
    likes: 24_813,
    replies: 3_164,
    quotes: 0,
    reposts: 412,
  },
  'shortvideo 7312345678901234567': {
    username: 'mira_osei',
    topic: 'tides',
    text: 'Low tide, one take, no filter: 40 fishing boats leave at once 🌊 #LowTide #Accra',
    likes: 182_406,
    replies: 5_218,
    quotes: 0,
    reposts: 9_120,
  },
};

export const featuredPost = (platform: Platform, id: string): FeaturedPost | null =>
  posts[`${platform} ${id}`] ?? null;
