/** Where people live, by language: countries with the languages' own names of some cities. */
import type { LanguageCode } from '../texts/types.ts';

export interface Country {
  code: string;
  cities: readonly string[];
}

const country = (code: string, cities: string): Country => ({ code, cities: cities.split(', ') });

export const countriesOf: Record<LanguageCode, readonly Country[]> = {
  en: [
    country('GB', 'Bristol, Leeds, Glasgow, Cardiff'),
    country('US', 'Portland, Duluth, Tucson, Savannah'),
    country('GH', 'Accra, Kumasi'),
    country('IE', 'Galway, Cork'),
    country('AU', 'Hobart, Fremantle'),
    country('KE', 'Nairobi, Kisumu'),
    country('CA', 'Halifax, Victoria'),
    country('NZ', 'Dunedin, Nelson'),
    country('NG', 'Lagos, Ibadan'),
    country('ZA', 'Durban, Cape Town'),
    country('IN', 'Bengaluru, Kochi'),
  ],
  es: [
    country('ES', 'Sevilla, Zaragoza, Gijón'),
    country('MX', 'Oaxaca, Mérida, Puebla'),
    country('AR', 'Rosario, Córdoba'),
    country('CO', 'Medellín, Cali'),
    country('CL', 'Valparaíso, Valdivia'),
    country('PE', 'Arequipa, Cusco'),
  ],
  pt: [
    country('BR', 'Curitiba, São Paulo, Belém'),
    country('PT', 'Lisboa, Coimbra, Braga'),
    country('MZ', 'Maputo'),
    country('CV', 'Mindelo'),
  ],
  fr: [
    country('FR', 'Lyon, Nantes, Lille'),
    country('SN', 'Dakar, Saint-Louis'),
    country('BE', 'Liège, Namur'),
    country('CH', 'Lausanne, Genève'),
    country('CI', 'Abidjan'),
  ],
  de: [
    country('DE', 'Leipzig, Hamburg, Freiburg'),
    country('AT', 'Graz, Wien'),
    country('CH', 'Basel, Zürich'),
  ],
  tr: [country('TR', 'İzmir, Ankara, Eskişehir, Antalya')],
  ja: [country('JP', '札幌, 京都, 福岡, 仙台, 横浜')],
  ko: [country('KR', '서울, 부산, 전주, 강릉')],
  zh: [
    country('CN', '成都, 杭州, 昆明'),
    country('TW', '台南, 花蓮'),
    country('SG', '新加坡'),
    country('MY', '槟城'),
  ],
  hi: [country('IN', 'जयपुर, भोपाल, लखनऊ, पुणे')],
  ar: [
    country('EG', 'القاهرة, الإسكندرية'),
    country('JO', 'عمّان'),
    country('LB', 'بيروت, طرابلس'),
    country('MA', 'فاس, طنجة'),
    country('TN', 'تونس, صفاقس'),
  ],
  ru: [
    country('KZ', 'Алматы'),
    country('RU', 'Тверь, Томск, Казань'),
    country('KG', 'Бишкек'),
    country('GE', 'Тбилиси'),
  ],
};

const namesOfCountries = new Intl.DisplayNames(['en'], { type: 'region' });

/** The English name of a country; its code when there is no such country. */
export function countryName(code: string): string {
  return namesOfCountries.of(code) ?? code;
}
