/** The forum's communities, one for each topic. The forum is in English. */
import type { TopicId } from '../texts/types.ts';
import { city } from './communities-city.ts';
import { nature } from './communities-nature.ts';
import type { Community } from './community.ts';

export const communities: Record<TopicId, Community> = { ...nature, ...city };
