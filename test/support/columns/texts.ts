/** Texts as people post them, in six languages, and their words counted a second time. */
import { execFileSync } from 'node:child_process';

/** What texts are put together from, separated by bars. */
const parts = {
  en: `The café wasn’t open | Don't start with ART | an artist’s start in the smart quarter | climate change, 2,500 people & 3.5 degrees | Climate change is here! | U.S. trains: late again | see https://example.org/a?b=c_d for more | thanks @mira_osei and @tidal.notes | #Climate #climatechange | www.bakery.example/bread 🥖🥖 | so-called experts say “no” | naïve cafe owners | e.g. half-past 7:45 | mail me: a@b.example`,
  es: `El niño no está aquí | ¿Dónde está la ESTACIÓN? | la estacion de trenes | más café, por favor… | cambio climático ya | Cambio climatico: 1.234 personas | ¡Qué día! 🌧️ | mira https://ejemplo.example/noticias | gracias @layla_haddad | #CambioClimático | «pan» y queso | año tras año | l’Hospitalet y d'altres`,
  de: `Schöne Grüße aus Köln | schon wieder zu spät | die Straße ist GESPERRT | Der Klimawandel: 12.500 Menschen | Klimawandel geht’s an | z.B. Äpfel/Birnen | wie geht es dir? | siehe http://beispiel.example/ä | danke @mira_osei! | #Klima #Klimawandel | über 3,5 Grad – endlich | „Zug“ um Zug | Ölpreis`,
  ja: `東京に行きました。| 今日は良い天気ですね | カタカナのテスト_1 | 気候変動について話そう！ | 人々は2024年10月に集まった | Wi-Fiが遅い…😀 | パンとコーヒー☕️ | https://rei.example/紹介 を見て | ありがとう @mira_osei | #気候変動 #パン | 「電車」が来ない | がくせいとかくせい`,
  zh: `今天天气很好 | 我们去公园散步吧。 | 气候变化是一个严重的问题 | 公园里有2,000人！ | 请看https://li.example/ab 谢谢 | AI技术发展很快 | 她说：“不行” | #气候变化 | 感谢@mira_osei 的面包🥖 | 火车又晚点了 | 天氣很好，天氣真好`,
  ar: `الجوّ جميل اليوم | تغيّر المناخ، ١٢٣ شخصًا | تغير المناخ مرة أخرى | أخبارٌ جديدة من بيروت | كتــاب جديد | شكرًا @layla_haddad | #المناخ #تغير_المناخ | انظر https://mithal.example/خبر هنا | القطار متأخر؟ | قهوة وخبز 🍞`,
};
type Language = keyof typeof parts;
export const languages = Object.keys(parts) as Language[];

/** A thousand different texts of a language, or of all of them in turn. */
export const textsOf = (language: Language | 'mixed'): string[] =>
  Array.from({ length: 1000 }, (_, row) => {
    const own = language === 'mixed' ? languages[row % languages.length]! : language;
    const pieces = parts[own].split('|').map((part) => part.trim());
    // Steps without a common divisor, so that neighbours differ.
    const chosen = [row * 7, row * 11 + 3, Math.floor(row / 5) + 1].slice(0, 1 + (row % 3));
    const text = chosen.map((at) => pieces[at % pieces.length]).join(row % 2 === 0 ? ' ' : '\n');
    return language === 'mixed' && row % 4 === 0
      ? `${text} ${parts.en.split('|')[row % 14]}`
      : text;
  });

/** Words and numbers as the platform's segmenter finds them, without case and accents. */
export const plainWords = (text: string, language?: string): string[] => {
  const segmenter =
    segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return [...segmenter.segment(text.replaceAll(apart, ' \u0001 '))]
    .filter(
      ({ segment, isWordLike }) => isWordLike === true && /[\p{L}\p{Nl}\p{Nd}]/u.test(segment),
    )
    .map(({ segment }) => plain(segment));
};
const segmenters = new Map<string | undefined, Intl.Segmenter>();

export interface PlainCounts {
  /** By word without case and accents: rows with it, and how often. */
  words: Record<string, [rows: number, times: number]>;
}

/** Texts without what is counted apart from words. */
const apart = /(?:https?:\/\/|www\.)\S+|[@#](?<![A-Za-z0-9_][@#])[\p{L}\p{M}\p{N}_.]+/gu;

const ofOneText = (words: readonly string[], counts: PlainCounts['words']): void => {
  for (const word of words) (counts[word] ??= [0, 0])[1]++;
  for (const word of new Set(words)) counts[word]![0]++;
};

/** Counts what the platform's segmenter finds, for the texts of one language or of none known. */
export function countBySegmenter(
  texts: readonly string[],
  language: string | undefined,
): PlainCounts {
  const words: PlainCounts['words'] = Object.create(null);
  for (const text of texts) {
    ofOneText(
      plainWords(text, language).filter((word) => /\p{L}/u.test(word)),
      words,
    );
  }
  return { words };
}

const plain = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(/i\u0307+/g, 'i')
    .normalize('NFD')
    .replaceAll(/([\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036F]+/gu, '$1')
    .replaceAll(
      /[\u0591-\u05C7\u064B-\u0652\u0670\u0640\u00AD\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g,
      '',
    )
    .replaceAll(/[‘’＇]/g, "'")
    .normalize('NFC');

const python = `
import json, re, sys, unicodedata
apart = re.compile(r"(?:https?://|www\\.)\\S+|(?<!\\w)[@#][\\w.]+")
word = re.compile(r"\\w+(?:(?<=[^\\W\\d_])['’.:](?=[^\\W\\d_])\\w+|(?<=\\d)[.,:'](?=\\d)\\w+)*")
def plain(text):
    text = unicodedata.normalize('NFD', text.lower())
    text = re.sub('[\\u0300-\\u036f\\u064b-\\u0652\\u0640]', '', text)
    return unicodedata.normalize('NFC', text).replace('’', "'")
counts = {}
for text in json.load(sys.stdin):
    # Python's letters don't include the marks of Arabic.
    text = re.sub('[\\u064b-\\u0652\\u0640]', '', apart.sub(' \\u0001 ', text))
    found = [plain(w) for w in word.findall(text) if re.search(r'[^\\W\\d_]', w)]
    for w in found: counts.setdefault(w, [0, 0])[1] += 1
    for w in set(found): counts[w][0] += 1
json.dump(counts, sys.stdout)`;

/** The same by Python, for languages written with spaces. @throws without Python. */
export function countByPython(texts: readonly string[]): PlainCounts {
  const found = execFileSync('python3', ['-c', python], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { words: JSON.parse(found) as PlainCounts['words'] };
}
