/** People whom one meets first: they write often, and the catalogue's examples ask for them. */
import type { LanguageCode, TopicId } from '../texts/types.ts';

export interface Featured {
  username: string;
  name: string;
  language: LanguageCode;
  country: string;
  city: string;
  topics: readonly [TopicId, TopicId, TopicId];
  bio: string;
}

const person = (
  username: string,
  name: string,
  [language, country, city]: readonly [LanguageCode, string, string],
  topics: readonly [TopicId, TopicId, TopicId],
  bio: string,
): Featured => ({ username, name, language, country, city, topics, bio });

export const featured: readonly Featured[] = [
  person(
    'mira_osei',
    'Mira Osei',
    ['en', 'GH', 'Accra'],
    ['trees', 'tides', 'climate'],
    'I count city trees and write down what they say. Accra, mostly. Opinions are borrowed and always returned.',
  ),
  person(
    'tidal_notes',
    'Tidal Notes',
    ['en', 'GB', 'Whitstable'],
    ['tides', 'birds', 'stars'],
    'Tide tables, mud, herons. Two people and a very old rowing boat.',
  ),
  person(
    'counting_words',
    'Counting Words',
    ['en', 'IE', 'Galway'],
    ['climate', 'books', 'trains'],
    'We count words in public documents, so that you don’t have to.',
  ),
  person(
    'teacher_bea',
    'Bea Rowntree',
    ['en', 'GB', 'Leeds'],
    ['books', 'trees', 'rain'],
    'Year 6 teacher. 29 children, one tortoise, many questions.',
  ),
  person(
    'slow_trains_club',
    'Slow Trains Club',
    ['en', 'CA', 'Halifax'],
    ['trains', 'coffee', 'museums'],
    'Window seats and where they lead.',
  ),
  person(
    'kofi_bakes',
    'Kofi Mensah',
    ['en', 'GH', 'Kumasi'],
    ['bread', 'food', 'football'],
    'Bakes at night, referees on Sundays.',
  ),
  person(
    'ines_valverde',
    'Inés Valverde',
    ['es', 'ES', 'Sevilla'],
    ['trees', 'climate', 'food'],
    'Periodista de barrio. Naranjos, autobuses, asambleas.',
  ),
  person(
    'bruno_huerta',
    'Bruno Huerta',
    ['es', 'MX', 'Oaxaca'],
    ['food', 'gardens', 'trees'],
    'Cocino, riego, camino. En ese orden.',
  ),
  person(
    'joana_prado',
    'Joana Prado',
    ['pt', 'BR', 'Curitiba'],
    ['climate', 'trees', 'cycling'],
    'Urbanista de bicicleta. Árvores antes de vagas.',
  ),
  person(
    'awa_ndiaye',
    'Awa Ndiaye',
    ['fr', 'SN', 'Dakar'],
    ['climate', 'tides', 'trees'],
    'Océanographe. Je lis les brouillons jusqu’au bout.',
  ),
  person(
    'carnet_lyonnais',
    'Carnet lyonnais',
    ['fr', 'FR', 'Lyon'],
    ['trees', 'bread', 'museums'],
    'Une ville, deux fleuves, un carnet.',
  ),
  person(
    't_lindqvist',
    'Thea Lindqvist',
    ['de', 'DE', 'Hamburg'],
    ['climate', 'trees', 'cycling'],
    'Zahlen zum Klima, sorgfältig. Sonst: Hafen, Rad, Brot.',
  ),
  person(
    'elifkaratas',
    'Elif Karataş',
    ['tr', 'TR', 'İzmir'],
    ['trees', 'climate', 'tides'],
    'Muhabir. Çınarlar, vapurlar, uzun cümleler.',
  ),
  person(
    'haru_nakagawa',
    '中川 陽',
    ['ja', 'JP', '京都'],
    ['trees', 'trains', 'food'],
    '街路樹と各駅停車。ときどき屋台。',
  ),
  person(
    'mio_hoshino',
    '星野 澪',
    ['ja', 'JP', '札幌'],
    ['stars', 'cats', 'trees'],
    '星と猫と、冬の木。',
  ),
  person(
    'minseo_p',
    '박민서',
    ['ko', 'KR', '서울'],
    ['trees', 'climate', 'books'],
    '나무를 세고, 책을 읽습니다.',
  ),
  person(
    'lin_xiaoyu',
    '林小雨',
    ['zh', 'TW', '台南'],
    ['trees', 'food', 'rain'],
    '下雨、吃面、看树。',
  ),
  person(
    'rohan_desai',
    'रोहन देसाई',
    ['hi', 'IN', 'पुणे'],
    ['trees', 'climate', 'trains'],
    'पेड़, रेल और अच्छी चाय।',
  ),
  person(
    'layla_haddad',
    'ليلى حداد',
    ['ar', 'LB', 'بيروت'],
    ['climate', 'trees', 'food'],
    'صحفية. أكتب عن الشجر والناس والخبز.',
  ),
  person(
    'n_orlik',
    'Нина Орлик',
    ['ru', 'KZ', 'Алматы'],
    ['trees', 'climate', 'cats'],
    'Горы, деревья, сноски.',
  ),
];
