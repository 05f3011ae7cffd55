/** Photoshare accounts. */
import type { Item } from '../../json.ts';
import { postCount } from '../account-posts.ts';
import { createDice } from '../dice.ts';
import type { World } from '../memory.ts';
import { accountId } from '../people/account-ids.ts';
import type { Persona } from '../people/persona.ts';
import { audienceOf, avatarUrl, bioOf, isVerified } from '../people/profile.ts';

export function photoUserItem(world: World, persona: Persona, now: number): Item {
  const { username, name } = persona;
  const dice = createDice(world.seed, 'photoshare profile', username);
  const { followers, following } = audienceOf(world, 'photoshare', persona);
  const anonymous = persona.bio === null && dice.chance(0.06);
  const id = accountId(world, 'photoshare', persona);
  return {
    id,
    username,
    fullName: name,
    isPrivate: false,
    isVerified: isVerified(world, persona),
    followerCount: followers,
    followingCount: following,
    mediaCount: postCount(world, 'photoshare', persona, now),
    biography: bioOf(world, persona),
    externalUrl: dice.chance(0.35) ? `https://notes.example.com/${username}` : null,
    hasAnonymousProfilePicture: anonymous,
    profilePicId: anonymous
      ? null
      : `31${dice.between(10_000_000, 99_999_999)}${dice.between(1_000_000, 9_999_999)}_${id}`,
    profilePicUrl: anonymous
      ? 'https://media.example.org/photoshare/avatars/nobody.jpg'
      : avatarUrl('photoshare', persona),
    profileUrl: `https://photoshare.example.com/${username}/`,
  };
}
