/** Words of usernames that say what kind of account it is and not what it is about. */

export const heads = 'the my our little slow hello just more quiet good'.split(' ');
export const tails =
  'notes diary club journal studio atlas archive corner letters stories project collective weekly lab kitchen radio school library society review almanac chronicle post days nights mornings weekend outdoors circle bulletin workshop exchange forum fans walkers lovers watch hub yearbook album'.split(
    ' ',
  );

const all = new Set([...heads, ...tails]);
export const isClubWord = (word: string): boolean => all.has(word);
