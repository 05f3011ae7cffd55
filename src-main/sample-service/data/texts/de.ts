/** German. */
import { about } from './types.ts';
import type { LanguageTexts } from './types.ts';

export const de: LanguageTexts = {
  topics: {
    trees: about('Stadtbäume', 'baum bäume stadtbaum stadtbäume linde', [
      'Die Stadtbäume in unserer Straße sind über Nacht golden geworden. Niemand hat uns gewarnt.',
      '34 °C auf dem Platz, 27 °C unter den Linden. Mehr Argument braucht es nicht.',
      'Neue Karte: jeder Stadtbaum mit Art und Pflanzjahr. {N} Punkte, und es werden mehr.',
      'Der Nachbar gießt den jungen Ahorn jeden Abend mit einer Teekanne.',
      'Wer einen fällt, pflanzt drei: die neue Regel gilt ab Januar.',
      'An der Allee hängen jetzt Zettel mit Namen: Linde, Linde, Linde, Horst, Linde.',
      'Baumpate gesucht für Platane Nr. {n}: freundlich, 60 Jahre alt, nachmittags durstig.',
    ]),
    tides: about('Ebbe', 'ebbe flut gezeiten meer strand watt', [
      'Ebbe um {h} Uhr. Die ganze Bucht riecht nach Salz und Fahrrädern.',
      'Die Flut hat meine Sandburg geholt und eine perfekte Muschel dagelassen. Fairer Tausch.',
      'Wattwanderung mit {n} Kindern: alle wieder da, sechs Gummistiefel nicht.',
    ]),
    bread: about('LangsamesBrot', 'brot bäckerei sauerteig', [
      'Das Brot kam um {h} Uhr aus dem Ofen und hat das Frühstück nicht erlebt.',
      'Sauerteig, Versuch {n}: endlich Ruhe in der Küche.',
      'Unsere Bäckerin geht in Rente. Die ganze Straße stand an, um danke zu sagen.',
    ]),
    trains: about('Langsamzug', 'zug züge bahn bahnhof', [
      '{n} Minuten Verspätung; die Schaffnerin liest uns ein Gedicht vor.',
      'Die alte Nebenstrecke fährt wieder: ein Gleis, zwölf Bahnhöfe, überall wird gewinkt.',
      'Fensterplatz, links, nach dem zweiten Tunnel. Vertraut mir.',
    ]),
    climate: about('Klimagipfel', 'klima klimastreik klimagipfel', [
      'Neue Zahlen zur Klimafinanzierung: {n} % der Zusagen haben ein Datum, der Rest hat Adjektive.',
      'Das Plenum ist wieder vertagt, auf {h} Uhr. Der Kaffee hält noch.',
      'Unser Klimaplan passt auf eine Seite. Es hat {n} Abende gebraucht.',
    ]),
    football: about('Kreisliga', 'fußball fussball spiel tor', [
      'Endstand 1:7. Die Eins haben wir gefeiert wie ein Finale.',
      'Unser Torwart, 54, hält einen Elfmeter mit dem schlechten Knie.',
      'Flutlicht, Nieselregen, {N} Leute und ein Hund hinterm Tor.',
    ]),
    gardens: about('Balkongarten', 'garten gärten tomate beet', [
      'Gartenbericht: {n} Tomaten, eine Gurke mit Ehrgeiz, unzählige Bienen.',
      'Mein Garten ist zwei Meter lang, und ich war den ganzen Nachmittag darin verschwunden.',
      '„Das ist kein Unkraut, das ist freiwillig hier“, sagt Parzelle {n}.',
    ]),
    museums: about('KleineMuseen', 'museum museen ausstellung kunst', [
      'Das Museum der kleinen Dinge besitzt {N} Knöpfe. Ich habe alle gesehen.',
      'Lange Nacht der Museen: zweimal um den Block angestanden, neue Freunde gefunden.',
      'Fragt die Aufsicht nach ihrem Lieblingsbild. Alle haben eins.',
    ]),
    food: about('Streetfood', 'essen markt kochen', [
      'Regel Nr. 1: dort anstehen, wo die Großmütter stehen.',
      'Der Kartoffelpufferstand öffnet um {h} Uhr. Wer es weiß, weiß es.',
      'Ihr Rezept hat drei Zeilen und hat {n} Jahre gedauert.',
    ]),
    books: about('Büchereiliebe', 'buch bücher bibliothek bücherei lesen', [
      'Die Bücherei hat am Samstag {N} Bücher verliehen, und eine Ukulele.',
      'Im Roman lag eine Fahrkarte von 1974. Jemand ist auf Seite {n} stehen geblieben.',
      'Ich wollte ein Buch. Wer sortiert hier die Lyrik, und warum so gut?',
    ]),
    cycling: about('Alltagsrad', 'fahrrad rad räder radweg', [
      '{N} Räder gestern über die Brücke, sagt der Zähler. Zwei davon war ich.',
      'Einem Fremden die Kette repariert. Bezahlung: Pflaumen.',
      'Gegenwind hin, Gegenwind zurück. Ich habe dem Wind geschrieben.',
    ]),
    rain: about('Regentage', 'regen wetter sturm wolken', [
      'Es regnet seit {n} Stunden, und die ganze Straße klingt nach Applaus.',
      'Erster Regen seit sechs Wochen. Die Leute standen in den Türen, nur um ihn zu riechen.',
      'Vorhersage: „leichte Schauer“. Der Schauer hat die Vorhersage nicht gelesen.',
    ]),
    birds: about('Gartenvögel', 'vogel vögel mauersegler', [
      'Die Mauersegler sind wieder da, pünktlich und lauter als die Bahn.',
      'Vom Küchenfenster: {n} Spatzen, zwei Häher, ein verwirrter Reiher.',
      'Eine Amsel kann jetzt meinen Wecker. Ich stehe für niemanden mehr auf.',
    ]),
    coffee: about('Kaffeepause', 'kaffee tee', [
      'Das Café an der Ecke schreibt das Wetter auf die Tassen. Heute: „vielleicht“.',
      'Erster Kaffee um {h} Uhr, zweiter aus Versehen, dritter aus Überzeugung.',
      'Eine Kanne Tee, ein Stapel Briefe, {n} Minuten Ruhe.',
    ]),
    stars: about('Nachthimmel', 'stern sterne mond himmel', [
      'Das Hoflicht ausgemacht und {n} Sterne mehr gefunden.',
      'Mondaufgang um {h} Uhr, genau hinterm Wasserturm, wie bestellt.',
      'Meine Tochter fragt, wer den Mond putzt. Wir arbeiten an einer Antwort.',
    ]),
    music: about('Chorleben', 'musik chor lied konzert', [
      'Chorprobe: {n} Altstimmen, ein Tenor und eine Heizung in B.',
      'Im Bahnhof steht jetzt ein Klavier. Um {h} Uhr spielte ein Klempner, wunderschön.',
      'Ich habe ein Lied über unsere Buslinie geschrieben. Mit Refrain.',
    ]),
    rivers: about('Flusstag', 'fluss flüsse schwimmen see', [
      'Vor der Arbeit im Fluss: 14 °C, und alle singen, ohne es zu wollen.',
      'Das alte Wehr ist weg. {n} Tage später kam der erste Lachs.',
      'Ein Reiher, ein Lastkahn und ich: alle warten auf die Schleuse.',
    ]),
    cats: about('Fensterkatzen', 'katze katzen kater hund', [
      'Die Katze der Buchhandlung wurde befördert: sie schläft jetzt auf den Bestsellern.',
      'Fensterzählung: {n} Katzen zwischen Bäckerei und Brücke.',
      'Er hat drei Betten und schläft im Deckel einer Schachtel.',
    ]),
  },
  openers: [
    'Neues aus {p}:',
    'Heute gelernt:',
    'Zur Abwechslung eine gute Nachricht.',
    'Morgenrunde.',
    'Keine Beschwerde, nur eine Beobachtung.',
    'Weil einige gefragt haben:',
  ],
  closers: [
    'Wie ist das bei euch?',
    'Fotos morgen, wenn das Licht hält.',
    'Das war’s schon.',
    'Bitte weitersagen.',
    'Fortsetzung am Donnerstag.',
    'Dafür steht man gern auf.',
    'Quelle: meine eigenen Füße.',
    'Keine weiteren Fragen.',
  ],
  mentions: [
    'In {p} reden heute alle über {q}.',
    'Seit {n} Stunden lese ich über {q} und habe mehr Fragen als vorher.',
    'Kurzer Thread zu {q}, weil ich oft gefragt werde.',
    'Kann jemand meiner Oma {q} erklären? Sie fragt besser als ich.',
    'Ich habe meine Meinung zu {q} geändert. Warum, in vier Schritten.',
    'Der beste Text des Jahres zu {q}, und er ist zwei Seiten lang.',
    'Der Vortrag über {q} war voll: {N} Leute, sehr gute Fragen.',
    '„{q}“, sagte das Radio, und die ganze Küche war still.',
  ],
  replies: [
    'Bei uns genauso!',
    'Danke, das habe ich heute gebraucht.',
    'Wo ist das genau? Da möchte ich hin.',
    'Schön gesagt.',
    'Gespeichert für später.',
    'Grüße aus {p}.',
    'Gibt es die Zahlen irgendwo?',
    'Ich war da, mit dem grünen Schirm.',
    'Nicht ganz meine Meinung, aber gut formuliert.',
    'Mehr davon, bitte.',
    'Meine Klasse hatte dazu {n} Fragen.',
  ],
  bios: [
    'Macht Listen, geht viel zu Fuß.',
    'Tagsüber Lehrerin, nachts Bäckerin.',
    'Kleine Orte, große Geschichten.',
    'Zählt Dinge und schreibt sie auf.',
    'Wegen der Karten hier.',
    'Zeichnet jeden Tag ein Fenster.',
  ],
};
