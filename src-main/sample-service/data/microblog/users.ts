/** Microblog accounts as the service sends them. */
import type { Item, Json } from '../../json.ts';
import { accountTimeline, postCount } from '../account-posts.ts';
import { isoMoment } from '../dates.ts';
import { createDice } from '../dice.ts';
import type { World } from '../memory.ts';
import { accountId, joinedAt } from '../people/account-ids.ts';
import type { Persona } from '../people/persona.ts';
import { countryName } from '../people/places.ts';
import { audienceOf, avatarUrl, bioOf, isVerified } from '../people/profile.ts';
import { makePost } from '../posts.ts';

const day = 86_400;

/** A post of the last weeks that stays on top of the profile. */
function pinnedPost(world: World, author: Persona, now: number): string {
  const timeline = accountTimeline(world, 'microblog', author);
  const monthStart = Math.floor(now / (30 * day)) * 30 * day;
  const second = timeline.secondAt(timeline.lastCellAt(monthStart));
  return makePost(world, { platform: 'microblog', second, author, occasion: { kind: 'own' } }).id;
}

export function userItem(world: World, persona: Persona, now: number): Item {
  const { username, name, language, country, city } = persona;
  const dice = createDice(world.seed, 'microblog profile', username);
  const joined = joinedAt(world, 'microblog', persona);
  const verified = isVerified(world, persona);
  const { followers, following } = audienceOf(world, 'microblog', persona);
  const posts = postCount(world, 'microblog', persona, now);
  const changes = dice.chance(0.2) ? dice.between(1, 3) : 0;
  const later = (share: number): string => isoMoment(Math.floor(joined + (now - joined) * share));
  const label: Json =
    persona.subject === null
      ? null
      : { description: 'Community project', url: `https://labels.example.com/${username}` };
  return {
    id: accountId(world, 'microblog', persona),
    profileImageUrl: avatarUrl('microblog', persona),
    profileBannerUrl: dice.chance(0.7)
      ? `https://media.example.org/microblog/banners/${username}.jpg`
      : null,
    profileInterstitialType: '',
    status: 'active',
    username,
    verifiedType: verified ? dice.pick(['blue', 'blue', 'organization']) : null,
    name,
    description: bioOf(world, persona),
    location: dice.chance(0.75) ? `${city}, ${countryName(country)}` : '',
    protected: false,
    verified,
    followersCount: followers,
    followingCount: following,
    microblogPostCount: posts,
    listedCount: Math.floor(followers * dice.float() * 0.02),
    likesCount: Math.floor(posts * (0.4 + dice.float() * 5)),
    mediaCount: Math.floor(posts * (0.05 + dice.float() * 0.3)),
    pinnedMicroblogPostId: dice.chance(0.5) ? pinnedPost(world, persona, now) : null,
    source: dice.pick(['Phone app', 'Web', 'Tablet app']),
    nLang: { [language]: posts - Math.floor(posts / 9), other: Math.floor(posts / 9) },
    nLangsFiltered: { [language]: posts - Math.floor(posts / 9) },
    label,
    labelType: label === null ? null : 'community',
    isVerified: verified,
    modifiedAt: later(0.9 + dice.float() * 0.09),
    createdAt: isoMoment(joined),
    verifiedSinceDatetime: verified ? later(0.4 + dice.float() * 0.4) : null,
    accountBasedIn: countryName(country),
    locationAccurate: dice.chance(0.8),
    usernameChanges: changes,
    lastUsernameChangeDatetime: changes > 0 ? later(0.2 + dice.float() * 0.3) : null,
  };
}
