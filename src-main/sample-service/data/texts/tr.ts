/** Turkish. */
import { about } from './types.ts';
import type { LanguageTexts } from './types.ts';

export const tr: LanguageTexts = {
  topics: {
    trees: about('ŞehirAğaçları', 'ağaç ağaçlar çınar ıhlamur', [
      'Sokağımızdaki ağaçlar bir gecede altın rengine döndü. Kimse haber vermedi.',
      'Meydanda 34 derece, çınarların altında 27. Başka söze gerek yok.',
      'Yeni harita: şehirdeki her ağaç, türü ve dikildiği yıl. {N} yeşil nokta.',
      'Komşumuz genç ıhlamuru her akşam çaydanlıkla suluyor.',
      'Okulun önüne {n} fidan diktik, çocuklar hepsine isim verdi.',
      'Durağın yanındaki dut ağacı bu yıl bütün mahalleyi doyurdu. Eller mor, yüzler güler.',
      'Belediye {n} ceviz dikti, muhtar her birinin altına bir bank istedi. Haklı.',
    ]),
    tides: about('DenizKenarı', 'deniz sahil gelgit kıyı', [
      'Deniz bu sabah düz, gri ve dost canlısı. {n} yüzücü, bir köpek, sıfır pişmanlık.',
      'Dalga kumdan kalemi aldı, yerine kusursuz bir deniz kabuğu bıraktı.',
      'Sahili {N} gönüllü temizledi; martılar denetledi.',
    ]),
    bread: about('EkmekKokusu', 'ekmek fırın simit', [
      'Ekmek {h} gibi fırından çıktı, sofraya yetişemedi.',
      'Ekşi maya, {n}. deneme: nihayet mutfakta sessizlik.',
      'Fırıncımız emekli oldu, bütün sokak teşekkür için sıraya girdi.',
    ]),
    trains: about('YavaşTren', 'tren istasyon gar', [
      'Tren {n} dakika gecikmeli; kondüktör bize şiir okuyor.',
      'Eski hat yeniden açıldı: tek ray, on iki istasyon, bahçelerden el sallayanlar.',
      'Cam kenarı, sol taraf, ikinci tünelden sonra. Bana güvenin.',
    ]),
    climate: about('İklimZirvesi', 'iklim', [
      'Zirvenin son günü: sivil toplum temsilcileri salonun dışında bekliyor.',
      'Mahallemizin iklim planı tek sayfa. {n} akşam sürdü.',
      'İklim grevi için meydandayız, gelin 🌱',
    ]),
    football: about('MahalleMaçı', 'futbol maç gol', [
      '7–1 yenildik, o bir golü final gibi kutladık.',
      'Kalecimiz 54 yaşında, sakat diziyle penaltı kurtardı.',
      'Yağmur, {N} kişi ve kale arkasında bir köpek. Bu da futbol.',
    ]),
    gardens: about('BalkonBahçesi', 'bahçe domates', [
      'Bahçe raporu: {n} domates, hırslı bir salatalık, sayısız arı.',
      'Bahçem iki metre, bütün öğleden sonra içinde kayboldum.',
      'Sarımsakları diktim. Sekiz ay sonra görüşürüz.',
    ]),
    museums: about('KüçükMüzeler', 'müze sergi sanat', [
      'Küçük Şeyler Müzesi’nde {N} düğme var. Hepsine baktım.',
      'Müzeler gecesi: kuyruk iki tur attı, herkes arkadaş oldu.',
      'Güvenlik görevlisine en sevdiği tabloyu sorun. Hepsinin bir tane var.',
    ]),
    food: about('SokakLezzetleri', 'yemek sokak pazar', [
      'Bir numaralı kural: büyükannelerin olduğu kuyruğa gir.',
      'Köşedeki midyeci {h} gibi açar. Bilen bilir.',
      'Tarifi üç satır, öğrenmesi {n} yıl sürmüş.',
    ]),
    books: about('KütüphaneAşkı', 'kitap kütüphane', [
      'Kütüphane cumartesi günü {N} kitap ödünç verdi, bir de ukulele.',
      'Romanın içinden 1974 tarihli tren bileti çıktı. Biri {n}. sayfada kalmış.',
      'Bir kitap için girdim, altı kitapla çıktım.',
    ]),
    cycling: about('HerGünBisiklet', 'bisiklet', [
      'Sayaç dün köprüden {N} bisiklet geçti diyor. İkisi bendim.',
      'Bir yabancının zincirini tamir ettim, erikle ödedi.',
      'Giderken karşıdan rüzgâr, dönerken karşıdan rüzgâr. Rüzgâra mektup yazdım.',
    ]),
    rain: about('YağmurluGünler', 'yağmur hava fırtına', [
      '{n} saattir yağıyor, sokak alkış gibi.',
      'Altı hafta sonra ilk yağmur. İnsanlar koklamak için kapıya çıktı.',
      'Tahmin “hafif sağanak” diyordu. Sağanak tahmini okumamış.',
    ]),
    birds: about('KuşSesleri', 'kuş kuşlar', [
      'Ebabiller döndü, tam vaktinde ve trenden gürültülü.',
      'Mutfak penceresinden: {n} serçe, iki karga, kafası karışık bir balıkçıl.',
      'Bir karatavuk telefonumun alarmını öğrenmiş.',
    ]),
    coffee: about('ÇayMolası', 'çay kahve', [
      'Köşedeki kahveci hava durumunu fincana yazıyor. Bugün: “belki”.',
      'İlk çay {h}, ikincisi yanlışlıkla, üçüncüsü inançla.',
      'Bir demlik çay, {n} dakika huzur.',
    ]),
    stars: about('GeceGökyüzü', 'yıldız ay gökyüzü', [
      'Bahçe ışığını kapattım, {n} yıldız daha çıktı.',
      'Ay {h} gibi su kulesinin tam arkasından doğdu, sanki sipariş edilmiş.',
      'Kızım ayı kimin temizlediğini sordu. Cevap arıyoruz.',
    ]),
    music: about('KoroGünlüğü', 'müzik koro şarkı konser', [
      'Koro provası: {n} alto, bir tenor ve si bemol bir kalorifer.',
      'Garda artık bir piyano var. Bir tesisatçı çaldı, harikaydı.',
      'Otobüs hattımız için şarkı yazdım. Nakaratı bile var.',
    ]),
    rivers: about('NehirGünü', 'nehir göl yüzme', [
      'İşten önce nehirde yüzdük: 14 derece, istemeden şarkı söyledik.',
      'Eski bent kalktı, {n} gün sonra ilk balıklar geçti.',
      'Bir balıkçıl, bir mavna ve ben; hepimiz bekliyoruz.',
    ]),
    cats: about('PencereKedileri', 'kedi kediler köpek', [
      'Kitapçının kedisi terfi etti: artık çok satanların üstünde uyuyor.',
      'Pencere sayımı: fırınla köprü arasında {n} kedi.',
      'Üç yatağı var, kutu kapağında uyuyor.',
    ]),
  },
  openers: [
    '{p}:',
    'Bugün öğrendim:',
    'Nihayet iyi bir haber.',
    'Sabah notları.',
    'Soranlar için:',
  ],
  closers: [
    'Sizin orada durum nasıl?',
    'Fotoğraflar yarın.',
    'Bu kadar.',
    'Haber verin, duyulsun.',
    'Erken kalkmaya değer.',
    'Kaynak: kendi ayaklarım.',
    'Bilen bilir.',
  ],
  mentions: [
    'Bugün herkes {q} konuşuyor.',
    '{n} saattir {q} hakkında okuyorum, sorularım çoğaldı.',
    'Çok soruldu, {q} hakkında kısa bir zincir.',
    'Biri anneanneme {q} nedir anlatsın, benden iyi soru soruyor.',
    '{q} konusunda fikrimi değiştirdim. Nedenini anlatayım.',
    'Bu yıl {q} üzerine okuduğum en iyi yazı, iki sayfa.',
    '{q} buluşması: perşembe {h}, kurabiye getirin.',
  ],
  replies: [
    'Bizim sokakta da aynı!',
    'Teşekkürler, bugün buna ihtiyacım vardı.',
    'Burası neresi? Görmek isterim.',
    'Ne güzel anlatmışsın.',
    'Sonra okumak için kaydettim.',
    'Selamlar!',
    'Rakamları paylaşır mısın?',
    'Ben de oradaydım, yeşil şemsiyeli.',
    'Daha fazlası lütfen.',
    'O kadar güldüm ki kedi kaçtı.',
  ],
  bios: [
    'Liste yapar, çok yürür.',
    'Gündüz öğretmen, gece fırıncı.',
    'Küçük yerler, büyük hikâyeler.',
    'Sayar ve yazar.',
    'Haritalar ve iyi sorular için burada.',
  ],
};
