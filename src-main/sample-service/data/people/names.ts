/**
 * Names to combine, by language: people's names, places, featured people. `Haru=陽` is a name as usernames
 * spell it and as profiles write it. No combination is meant to be a real person.
 */
import { languages, topics } from '../texts/types.ts';
import type { LanguageCode, TopicId } from '../texts/types.ts';

export interface Name {
  /** In usernames. */
  spelt: string;
  /** In profiles. */
  written: string;
}

export interface NameSet {
  first: readonly Name[];
  last: readonly Name[];
  /** Family name before given name, without a space for Chinese characters and Hangul. */
  familyFirst: boolean;
}

/** The spelling of a name in usernames: lower-case Latin letters, digits and underscores. */
export const spell = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, (marks) => (/^\p{M}+$/u.test(marks) ? '' : '_'))
    .replaceAll(/^_+|_+$/g, '');

const toNames = (list: string): Name[] =>
  list.split(' ').map((entry) => {
    const [latin = entry, written = latin] = entry.split('=');
    return { spelt: spell(latin), written };
  });

const set = (first: string, last: string, familyFirst = false): NameSet => ({
  first: toNames(first),
  last: toNames(last),
  familyFirst,
});

export const namesOf: Record<LanguageCode, NameSet> = {
  en: set(
    'Ada Amara Ben Callum Chidi Daisy Edie Efua Finn Grace Hana Imogen Isla Jonah Kofi Leah Maeve Nadia Niall Oscar Petra Priya Rosa Ruby Sam Tess Theo Una Wren Zadie',
    'Abara Ashdown Barrow Birch Calloway Darko Eastman Fenwick Garrow Hale Hollis Ibekwe Kessler Lacey Mensah Merrin Nyland Okoro Pell Quill Rowntree Sefton Tamblyn Tully Underhay Vance Wexley Whitlock Yarrow Zeller',
  ),
  es: set(
    'Abril Alma Bruno Camila Ciro Dario Elena Emilia Ferran Gael Ines=Inés Irene Joaquin=Joaquín Lara Leo Lucia=Lucía Marcos Nerea Olmo Paula Rocio=Rocío Simon=Simón Tomas=Tomás Valeria',
    'Aldana Baena Cisneros Duarte Escudero Farias=Farías Galarza Huerta Ibarra Jara Lazcano Maldonado Navarrete Olmedo Pardo Quiroga Rebollo Salvatierra Tejada Urrutia Valverde Yanez=Yáñez Zamudio Montalban=Montalbán',
  ),
  ja: set(
    'Aoi=葵 Asahi=朝陽 Chihiro=千尋 Haru=陽 Hinata=日向 Itsuki=樹 Kaede=楓 Kaito=海斗 Mei=芽衣 Minato=湊 Mio=澪 Nagi=凪 Ren=蓮 Rin=凛 Sakura=さくら Sora=空 Tsumugi=紬 Yui=結衣 Yuma=悠真 Yuzu=柚',
    'Aoyama=青山 Fujii=藤井 Hasegawa=長谷川 Hoshino=星野 Ishida=石田 Kanda=神田 Kitagawa=北川 Kuroda=黒田 Matsui=松井 Mizuno=水野 Morita=森田 Nakagawa=中川 Nishio=西尾 Okada=岡田 Sawada=沢田 Shimizu=清水 Takeda=武田 Ueno=上野 Yamane=山根 Yoshino=吉野',
    true,
  ),
  ar: set(
    'Amal=أمل Bashir=بشير Dalia=داليا Fadi=فادي Hadi=هادي Hala=هالة Jana=جنى Karim=كريم Layla=ليلى Lina=لينا Maya=مايا Nabil=نبيل Nour=نور Omar=عمر Rami=رامي Rana=رنا Salma=سلمى Sami=سامي Tala=تالا Yara=يارا Yusuf=يوسف Zaid=زيد',
    'Abboud=عبود Bitar=بيطار Darwish=درويش Fakhoury=فاخوري Ghanem=غانم Haddad=حداد Jabri=جابري Khatib=خطيب Mansour=منصور Najjar=نجار Odeh=عودة Qasim=قاسم Rifai=رفاعي Sabbagh=صباغ Shami=شامي Tawil=طويل Wahbi=وهبي Yazbek=يزبك Zaydan=زيدان Zein=زين',
  ),
};

/** The name as a profile shows it. */
export function fullName(names: NameSet, first: Name, last: Name): string {
  if (!names.familyFirst) return `${first.written} ${last.written}`;
  const gap = first.written.length + last.written.length > 4 ? ' ' : '';
  return `${last.written}${gap}${first.written}`;
}

export interface Country {
  code: string;
  cities: readonly string[];
}

const toCountries = (list: string): Country[] =>
  list
    .split('; ')
    .map((entry) => ({ code: entry.slice(0, 2), cities: entry.slice(3).split(', ') }));

/** Where people live: countries with the languages' own names of some cities. */
export const countriesOf: Record<LanguageCode, readonly Country[]> = {
  en: toCountries(
    'GB Bristol, Leeds, Glasgow, Cardiff; US Portland, Duluth, Tucson, Savannah; GH Accra, Kumasi; IE Galway, Cork; AU Hobart, Fremantle; KE Nairobi, Kisumu; CA Halifax, Victoria; NZ Dunedin, Nelson; NG Lagos, Ibadan; ZA Durban, Cape Town; IN Bengaluru, Kochi',
  ),
  es: toCountries(
    'ES Sevilla, Zaragoza, Gijón; MX Oaxaca, Mérida, Puebla; AR Rosario, Córdoba; CO Medellín, Cali; CL Valparaíso, Valdivia; PE Arequipa, Cusco',
  ),
  ja: toCountries('JP 札幌, 京都, 福岡, 仙台, 横浜'),
  ar: toCountries('EG القاهرة, الإسكندرية; JO عمّان; LB بيروت, طرابلس; MA فاس, طنجة; TN تونس, صفاقس'),
};

const namesOfCountries = new Intl.DisplayNames(['en'], { type: 'region' });

/** The English name of a country; its code when there is no such country. */
export const countryName = (code: string): string => namesOfCountries.of(code) ?? code;

export interface Featured {
  username: string;
  name: string;
  language: LanguageCode;
  country: string;
  city: string;
  topics: readonly [TopicId, TopicId, TopicId];
  bio: string;
}

function oneOf<Word extends string>(known: readonly Word[], word: string | undefined): Word {
  const found = known.find((one) => one === word);
  if (found === undefined) throw new Error(`${word} is none of ${known.join(', ')}.`);
  return found;
}

/** People who post often, and who appear in the catalogue's examples. */
export const featured: readonly Featured[] = `
mira_osei | Mira Osei | en GH Accra | trees tides climate | I count city trees and write down what they say. Accra, mostly. Opinions are borrowed and always returned.
tidal_notes | Tidal Notes | en GB Whitstable | tides food trains | Tide tables, mud, herons. Two people and a very old rowing boat.
counting_words | Counting Words | en IE Galway | climate books trains | We count words in public documents, so that you don’t have to.
teacher_bea | Bea Rowntree | en GB Leeds | books trees coffee | Year 6 teacher. 29 children, one tortoise, many questions.
slow_trains_club | Slow Trains Club | en CA Halifax | trains coffee books | Window seats and where they lead.
kofi_bakes | Kofi Mensah | en GH Kumasi | bread food coffee | Bakes at night, referees on Sundays.
ines_valverde | Inés Valverde | es ES Sevilla | trees climate food | Periodista de barrio. Naranjos, autobuses, asambleas.
bruno_huerta | Bruno Huerta | es MX Oaxaca | food bread trees | Cocino, riego, camino. En ese orden.
haru_nakagawa | 中川 陽 | ja JP 京都 | trees trains food | 街路樹と各駅停車。ときどき屋台。
mio_hoshino | 星野 澪 | ja JP 札幌 | trains books trees | 星と猫と、冬の木。
layla_haddad | ليلى حداد | ar LB بيروت | climate trees food | صحفية. أكتب عن الشجر والناس والخبز.
`
  .trim()
  .split('\n')
  .map((row) => {
    const [username = '', name = '', home = '', about = '', bio = ''] = row.split(' | ');
    const [language, country = '', ...city] = home.split(' ');
    const [first, second, third] = about.split(' ').map((topic) => oneOf(topics, topic));
    const own = [first ?? 'trees', second ?? 'trees', third ?? 'trees'] as const;
    const spoken = oneOf(languages, language);
    return { username, name, language: spoken, country, city: city.join(' '), topics: own, bio };
  });

/** Second parts of usernames, and what such a person mostly posts about. */
export const trades: readonly (readonly [word: string, topic: TopicId])[] =
  'bakes:bread walks:trees reads:books draws:books writes:books rides:trains counts:trees paddles:tides maps:climate wanders:trains cooks:food plants:trees sails:tides brews:coffee'
    .split(' ')
    .map((trade) => {
      const [word = '', topic] = trade.split(':');
      return [word, oneOf(topics, topic)];
    });

/** Words in usernames that show the kind of an account but not its topic. */
export const clubHeads = 'the my our little slow hello just more quiet good'.split(' ');
export const clubTails =
  'notes diary club journal studio atlas archive corner letters stories project collective weekly lab kitchen radio school library society review almanac chronicle post days nights mornings weekend outdoors circle bulletin workshop exchange forum fans walkers lovers watch hub yearbook album'.split(
    ' ',
  );

const clubWords = new Set([...clubHeads, ...clubTails]);
export const isClubWord = (word: string): boolean => clubWords.has(word);
