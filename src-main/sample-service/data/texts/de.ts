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
    coffee: about('Kaffeepause', 'kaffee tee', [
      'Das Café an der Ecke schreibt das Wetter auf die Tassen. Heute: „vielleicht“.',
      'Erster Kaffee um {h} Uhr, zweiter aus Versehen, dritter aus Überzeugung.',
      'Eine Kanne Tee, ein Stapel Briefe, {n} Minuten Ruhe.',
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
