/**
 * Names to combine, by language. `Haru=陽` is a name as usernames spell it and as profiles write
 * it. No combination is meant to be a real person.
 */
import type { LanguageCode } from '../texts/types.ts';

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

/** How a name is spelt in usernames: small Latin letters, digits and underscores. */
export const spell = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
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
  pt: set(
    'Ana Beatriz Caio Clara Davi Duarte Elisa Heitor Ines=Inês Joana Livia=Lívia Lucas Luisa=Luísa Mafalda Miguel Nina Otavio=Otávio Rafaela Rui Sofia Tiago Vasco',
    'Abrantes Bacelar Cardim Dantas Esteves Falcao=Falcão Gouveia Henriques Jardim Leitao=Leitão Madureira Nogueira Outeiro Prado Queiroz Ramalho Sequeira Tavares Valadares Vilela',
  ),
  fr: set(
    'Adele=Adèle Awa Basile Camille Celeste=Céleste Elias Emile=Émile Fatou Gaspard Iris Jeanne Juliette Leonie=Léonie Lucien Margaux Moussa Nael=Naël Oceane=Océane Rose Simon Theo=Théo Zelie=Zélie',
    'Aubry Bellanger Chastain Delmas Estienne Fontanel Garrec Hamelin Joubert Keita Lavigne Marchandeau Ndiaye Olivier Pasquet Quemener Rivoire Sorel Tessier Vasseur Weiller',
  ),
  de: set(
    'Anton Carla Elif Emil Frieda Greta Hannes Ida Jakob Jonna Karla Leonie Lotte Malte Mira Nele Oskar Paul Romy Selma Thea Till Wanda',
    'Ahrens Bender Brandau Dorn Ehlers Falkner Grote Hinrichs Jessen Kamp Lindqvist Maibaum Nolte Ohlsen Petersen Quandt Reimers Sommerau Thoma Uhlig Vogelsang Winterstein',
  ),
  tr: set(
    'Asli=Aslı Baris=Barış Can Defne Deniz Ece Elif Emre Gizem Ilker=İlker Kerem Leyla Mert Nehir Ozan Pelin Selin Sibel Tuna Umut Yasemin Zeynep',
    'Akin=Akın Aydemir Bayrak Ceylan Demirci Erdem Gunduz=Gündüz Isik=Işık Karatas=Karataş Kocaman Oktay Ozturkmen=Öztürkmen Polatli=Polatlı Saygin=Saygın Tekinay Uysal Varol Yalin=Yalın Yurtsever Zengin',
  ),
  ja: set(
    'Aoi=葵 Asahi=朝陽 Chihiro=千尋 Haru=陽 Hinata=日向 Itsuki=樹 Kaede=楓 Kaito=海斗 Mei=芽衣 Minato=湊 Mio=澪 Nagi=凪 Ren=蓮 Rin=凛 Sakura=さくら Sora=空 Tsumugi=紬 Yui=結衣 Yuma=悠真 Yuzu=柚',
    'Aoyama=青山 Fujii=藤井 Hasegawa=長谷川 Hoshino=星野 Ishida=石田 Kanda=神田 Kitagawa=北川 Kuroda=黒田 Matsui=松井 Mizuno=水野 Morita=森田 Nakagawa=中川 Nishio=西尾 Okada=岡田 Sawada=沢田 Shimizu=清水 Takeda=武田 Ueno=上野 Yamane=山根 Yoshino=吉野',
    true,
  ),
  ko: set(
    'Areum=아름 Chaewon=채원 Dohyun=도현 Eunji=은지 Haneul=하늘 Hyunwoo=현우 Jaemin=재민 Jihye=지혜 Jiwoo=지우 Junho=준호 Minseo=민서 Nari=나리 Seoyun=서윤 Sion=시온 Sumin=수민 Taeho=태호 Woojin=우진 Yejin=예진 Yuna=유나',
    'Ahn=안 Baek=백 Cha=차 Gu=구 Ha=하 Heo=허 Jang=장 Jeon=전 Kang=강 Kwon=권 Min=민 Nam=남 Oh=오 Park=박 Ryu=류 Seo=서 Shin=신 Song=송 Yang=양 Yoon=윤',
    true,
  ),
  zh: set(
    'Anqi=安琪 Beining=贝宁 Chenxi=晨曦 Haoran=浩然 Jiayi=佳怡 Jingwen=静雯 Kexin=可欣 Lele=乐乐 Meilin=美琳 Mingze=明泽 Ruoxi=若曦 Shan=珊 Siyuan=思远 Tian=恬 Weilan=蔚蓝 Xiaoyu=小雨 Yichen=一辰 Yuhan=雨涵 Zihan=子涵 Zixuan=梓萱',
    'Bai=白 Chen=陈 Deng=邓 Fang=方 Gao=高 He=何 Jiang=江 Kong=孔 Lin=林 Lu=陆 Meng=孟 Pan=潘 Qiu=邱 Shen=沈 Tan=谭 Wei=魏 Xie=谢 Yu=余 Zhong=钟 Zhu=朱',
    true,
  ),
  hi: set(
    'Aarav=आरव Aditi=अदिति Anaya=अनाया Arjun=अर्जुन Dev=देव Diya=दिया Ishaan=ईशान Kabir=कबीर Kavya=काव्या Leela=लीला Meera=मीरा Nikhil=निखिल Ojas=ओजस Pari=परी Rohan=रोहन Saanvi=सान्वी Tara=तारा Varun=वरुण Vivaan=विवान Zoya=ज़ोया',
    'Agarwal=अग्रवाल Bhatia=भाटिया Chauhan=चौहान Desai=देसाई Dubey=दुबे Ghosh=घोष Iyer=अय्यर Joshi=जोशी Kulkarni=कुलकर्णी Mathur=माथुर Nair=नायर Pandey=पांडे Rathore=राठौर Saxena=सक्सेना Sethi=सेठी Thakur=ठाकुर Trivedi=त्रिवेदी Varma=वर्मा Yadav=यादव Chopal=चौपाल',
  ),
  ar: set(
    'Amal=أمل Bashir=بشير Dalia=داليا Fadi=فادي Hadi=هادي Hala=هالة Jana=جنى Karim=كريم Layla=ليلى Lina=لينا Maya=مايا Nabil=نبيل Nour=نور Omar=عمر Rami=رامي Rana=رنا Salma=سلمى Sami=سامي Tala=تالا Yara=يارا Yusuf=يوسف Zaid=زيد',
    'Abboud=عبود Bitar=بيطار Darwish=درويش Fakhoury=فاخوري Ghanem=غانم Haddad=حداد Jabri=جابري Khatib=خطيب Mansour=منصور Najjar=نجار Odeh=عودة Qasim=قاسم Rifai=رفاعي Sabbagh=صباغ Shami=شامي Tawil=طويل Wahbi=وهبي Yazbek=يزبك Zaydan=زيدان Zein=زين',
  ),
  ru: set(
    'Alina=Алина Anna=Анна Boris=Борис Daria=Дарья Gleb=Глеб Ilya=Илья Ivan=Иван Katya=Катя Kira=Кира Lev=Лев Maria=Мария Mark=Марк Nina=Нина Oleg=Олег Polina=Полина Sonya=Соня Timur=Тимур Vera=Вера Yana=Яна Yegor=Егор',
    'Belov=Белов Chernenko=Черненко Dorosh=Дорош Fomenko=Фоменко Grach=Грач Ivchenko=Ивченко Kalina=Калина Koval=Коваль Lipko=Липко Moroz=Мороз Nikitenko=Никитенко Ozerko=Озерко Petrenko=Петренко Rybak=Рыбак Sokol=Сокол Svetlik=Светлик Titarenko=Титаренко Ushko=Ушко Voronko=Воронко Zima=Зима',
  ),
};

/** The name as a profile shows it. */
export function fullName(names: NameSet, first: Name, last: Name): string {
  if (!names.familyFirst) return `${first.written} ${last.written}`;
  const gap = first.written.length + last.written.length > 4 ? ' ' : '';
  return `${last.written}${gap}${first.written}`;
}
