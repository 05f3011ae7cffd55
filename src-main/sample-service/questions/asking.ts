/** What the questions of several platforms have in common. */
import type { Platform } from '#shared/catalogue/types.ts';
import { accountStretch, accountTimeline } from '../data/account-posts.ts';
import type { World } from '../data/memory.ts';
import { personaWithId } from '../data/people/account-ids.ts';
import { crowd } from '../data/people/finding.ts';
import { personaNamed } from '../data/people/persona.ts';
import type { Persona } from '../data/people/persona.ts';
import { audienceOf } from '../data/people/profile.ts';
import { makePost } from '../data/posts.ts';
import type { Post, PostPlatform } from '../data/posts.ts';
import { missing } from '../data/rows.ts';
import type { Ask, Missing, Question, Rows } from '../data/rows.ts';
import type { Item } from '../json.ts';
import { exists } from '../rules.ts';

/** Asks about an existing account, by `username`, or by `identifier`: a username or an id. */
export const ofAccount =
  (platform: Platform, answer: (ask: Ask, persona: Persona) => Rows): Question =>
  (ask) => {
    const { identifier, username = identifier ?? '' } = ask.values;
    if (!exists(username)) return missing(`There is no account ${username}.`);
    const isId = identifier !== undefined && /^\d{3,30}$/.test(identifier);
    return answer(
      ask,
      isId ? personaWithId(ask.world, platform, identifier) : personaNamed(ask.world, username),
    );
  };

/** Asks about an existing post. */
export const ofPost =
  (
    read: (world: World, id: string) => Post,
    answer: (ask: Ask, post: Post) => Rows | Missing,
  ): Question =>
  (ask) => {
    const { id = '' } = ask.values;
    return exists(id) ? answer(ask, read(ask.world, id)) : missing(`There is no post ${id}.`);
  };

/** The posts of an account, newest first, between `since` and `until` where given. */
export const postsOf = (
  platform: PostPlatform,
  toItem: (world: World, post: Post) => Item,
): Question =>
  ofAccount(platform, ({ world, now, values }, author) => {
    const timeline = accountTimeline(world, platform, author);
    const { since, until } = values;
    const period = { persona: author, timeline, now, since, until };
    const { top, total } = accountStretch(world, platform, period);
    const at = (index: number): Item => {
      const second = timeline.secondAt(top - index);
      const occasion = { kind: 'own' } as const;
      return toItem(world, makePost(world, { platform, second, author, occasion }));
    };
    return { kind: 'rows', total, at };
  });

/** Followers of an account, or those it follows: as many as its profile says, if there are. */
export const connectionsOf = (
  platform: Platform,
  toItem: (world: World, persona: Persona, now: number) => Item,
): Question =>
  ofAccount(platform, ({ world, now, values }, persona) => {
    const { connectionType = '' } = values;
    const { followers, following } = audienceOf(world, platform, persona);
    const people = crowd(world, {
      language: persona.language,
      key: [world.seed, platform, connectionType, persona.username].join(' '),
      without: persona,
    });
    const count = connectionType === 'followers' ? followers : following;
    return {
      kind: 'rows',
      total: Math.min(count, people.total),
      at: (index) => toItem(world, people.at(index), now),
    };
  });
