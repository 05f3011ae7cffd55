/** Shortvideo accounts. */
import { Buffer } from 'node:buffer';
import type { Item } from '../../json.ts';
import { postCount } from '../account-posts.ts';
import { isoMoment } from '../dates.ts';
import { createDice } from '../dice.ts';
import type { World } from '../memory.ts';
import { accountId, joinedAt } from '../people/account-ids.ts';
import type { Persona } from '../people/persona.ts';
import { audienceOf, avatarUrl, bioOf, isVerified } from '../people/profile.ts';

const secondaryMark = 'MS4wLjABAAAA';

/** The long second id of an account; it leads back to the username. */
const secondaryId = (username: string): string =>
  secondaryMark + Buffer.from(username).toString('base64url');

/** The username in a secondary id; any other text is returned as it is. */
export const usernameIn = (identifier: string): string =>
  identifier.startsWith(secondaryMark)
    ? Buffer.from(identifier.slice(secondaryMark.length), 'base64url').toString()
    : identifier;

export function videoUserItem(world: World, persona: Persona, now: number): Item {
  const { username, name, language, country } = persona;
  const dice = createDice(world.seed, 'shortvideo profile', username);
  const joined = joinedAt(world, 'shortvideo', persona);
  const { followers, following } = audienceOf(world, 'shortvideo', persona);
  const renamed = dice.chance(0.25);
  return {
    id: accountId(world, 'shortvideo', persona),
    username,
    nickname: name,
    signature: bioOf(world, persona),
    secUid: secondaryId(username),
    avatar: avatarUrl('shortvideo', persona),
    isPrivate: false,
    isVerified: isVerified(world, persona),
    followerCount: followers,
    followingCount: following,
    likeCount: Math.floor(followers * (2 + dice.float() * 30)),
    postCount: postCount(world, 'shortvideo', persona, now),
    language,
    region: country,
    createdAt: isoMoment(joined),
    usernameModifyTime: renamed
      ? isoMoment(Math.floor(joined + (now - joined) * dice.float() * 0.9))
      : null,
  };
}
