/** French. */
import { about } from './types.ts';
import type { LanguageTexts } from './types.ts';

export const fr: LanguageTexts = {
  topics: {
    trees: about('ArbresEnVille', 'arbre arbres platane tilleul', [
      'Les arbres de la rue sont devenus dorés pendant la nuit. Personne n’avait prévenu.',
      '34 °C sur la place, 27 °C sous les platanes. Tout est dit.',
      'Nouvelle carte : chaque arbre de la ville, son espèce, son âge. {N} points verts.',
      'La mairie promet {N} arbres d’ici au printemps. J’en ai rencontré onze, ils sont charmants.',
      'Le plus vieux tilleul du quartier a {n} nids cette année. Record battu !',
      'On a compté les oiseaux dans les platanes du quai : {n} espèces, dont une qui imite le tram.',
      'Un figuier a poussé tout seul dans le mur de la gare. Les cheminots l’arrosent.',
    ]),
    tides: about('MaréeBasse', 'marée mer plage côte', [
      'Marée basse à {h} : toute la baie sent le sel et la bicyclette.',
      'La marée a pris le château de sable et laissé un coquillage parfait. Échange équitable.',
      'Grande marée ce soir : {n} pêcheurs à pied, un chien, zéro regret.',
    ]),
    bread: about('PainLent', 'pain boulangerie levain', [
      'Le pain est sorti du four à {h}. Il n’a pas vu le petit déjeuner.',
      'Levain, essai n° {n} : enfin de la mie, enfin le silence.',
      'Notre boulangère prend sa retraite. Toute la rue a fait la queue pour dire merci.',
    ]),
    trains: about('TrainLent', 'train trains gare', [
      'Retard de {n} minutes ; la contrôleuse nous lit un poème.',
      'La petite ligne rouvre : une voie, douze gares, et des gens qui saluent depuis les jardins.',
      'Côté fenêtre, à gauche, après le deuxième tunnel. Faites-moi confiance.',
    ]),
    climate: about('PourLeClimat', 'climat climatique grève', [
      'Marche pour le climat : la préfecture annonce 9 000 personnes, les organisateurs 22 000. Notre décompte, carrefour par carrefour.',
      'Les petits États insulaires demandent une pause de deux heures. Le café tient bon.',
      'Le plan climat du quartier tient sur une page. Il a fallu {n} soirées.',
    ]),
    football: about('FootDeQuartier', 'foot football match but', [
      'Défaite 7–1. Nous avons fêté le un comme une finale.',
      'Le gardien, 54 ans, a arrêté un penalty avec son mauvais genou.',
      'Crachin, {N} personnes et un chien derrière le but. C’est ça aussi, le foot.',
    ]),
    gardens: about('JardinSurBalcon', 'jardin jardins potager tomate', [
      'Bulletin du potager : {n} tomates, un concombre ambitieux, des abeilles partout.',
      'Mon jardin mesure deux mètres. Je m’y suis perdue tout l’après-midi.',
      '« Ce n’est pas une mauvaise herbe, c’est une bénévole », dit la voisine.',
    ]),
    museums: about('PetitsMusées', 'musée musées exposition art', [
      'Le musée des petites choses possède {N} boutons. Je les ai tous regardés.',
      'Nuit des musées : la file faisait deux fois le tour, on en est sortis amis.',
      'Demandez au gardien son tableau préféré. Ils en ont tous un.',
    ]),
    food: about('CuisineDeRue', 'cuisine marché manger', [
      'Règle n° 1 : choisir la file où il y a des grands-mères.',
      'Le stand de galettes ouvre à {h}. Celles et ceux qui savent, savent.',
      'Sa recette tient en trois lignes. Il lui a fallu {n} ans.',
      'Pluie, soupe chaude, une table libre sous l’auvent. Que demander de plus ?',
    ]),
    books: about('ViveLaBibliothèque', 'livre livres bibliothèque lire', [
      'La bibliothèque a prêté {N} livres samedi, et un ukulélé.',
      'Trouvé un billet de train de 1974 dans un roman. Quelqu’un s’est arrêté page {n}.',
      'J’y allais pour un livre. Je voudrais parler à la personne qui range la poésie.',
    ]),
    cycling: about('VéloDuQuotidien', 'vélo vélos cycliste', [
      'Le compteur du pont affiche {N} vélos hier. J’en étais deux.',
      'Réparé la chaîne d’un inconnu à {h}. Payé en prunes.',
      'Vent de face à l’aller, vent de face au retour. J’ai écrit au vent.',
    ]),
    rain: about('JoursDePluie', 'pluie orage nuages météo', [
      'Il pleut depuis {n} heures et toute la rue applaudit.',
      'La météo annonçait « quelques averses ». L’averse n’avait pas lu la météo.',
      'Première pluie depuis six semaines. Les gens sont sortis juste pour la sentir.',
    ]),
    birds: about('OiseauxDuQuartier', 'oiseau oiseaux martinet', [
      'Les martinets sont de retour, à l’heure, et plus bruyants que les trains.',
      'Depuis la cuisine : {n} moineaux, deux geais, un héron perplexe.',
      'Un merle a appris la sonnerie de mon réveil. Je ne me lève plus pour personne.',
    ]),
    coffee: about('PauseCafé', 'café thé', [
      'Le café du coin écrit la météo sur ses tasses. Aujourd’hui : « peut-être ».',
      'Premier café à {h}, deuxième par erreur, troisième par conviction.',
      'Une théière, des lettres, {n} minutes où personne n’a besoin de moi.',
    ]),
    stars: about('CielDeNuit', 'étoile étoiles lune ciel', [
      'J’ai éteint la lampe du jardin et trouvé {n} étoiles de plus.',
      'Lever de lune à {h}, pile derrière le château d’eau, comme sur commande.',
      'Ma fille demande qui nettoie la lune. Nous cherchons une réponse.',
    ]),
    music: about('VieDeChorale', 'musique chorale chanson concert', [
      'Répétition de chorale : {n} altos, un ténor et un radiateur en si bémol.',
      'Il y a un piano dans la gare. À {h}, un plombier a joué, magnifique.',
      'J’ai écrit une chanson sur notre ligne de bus. Elle a un refrain.',
    ]),
    rivers: about('JourDeRivière', 'rivière fleuve nager lac', [
      'Baignade avant le travail : 14 °C, et tout le monde chante sans le vouloir.',
      'On a enlevé le vieux barrage ; {n} jours plus tard, le premier saumon.',
      'Un héron, une péniche et moi, tous à attendre l’écluse.',
    ]),
    cats: about('ChatsAuxFenêtres', 'chat chats chien', [
      'Le chat de la librairie a été promu : il dort désormais sur les meilleures ventes.',
      'Recensement des fenêtres : {n} chats entre la boulangerie et le pont.',
      'Il a trois lits et dort dans un couvercle de boîte.',
    ]),
  },
  openers: [
    'Des nouvelles de {p} :',
    'Appris aujourd’hui :',
    'Une bonne nouvelle, pour changer.',
    'Carnet du matin.',
    'Sans me plaindre, j’observe.',
    'Pour celles et ceux qui demandaient :',
    'J’en souris encore.',
  ],
  closers: [
    'Et chez vous ?',
    'Photos demain, si la lumière tient.',
    'Voilà, c’est tout.',
    'Faites passer.',
    'La suite jeudi.',
    'Ça vaut le réveil.',
    'Source : mes deux pieds.',
    'Plus de questions.',
  ],
  mentions: [
    'À {p}, aujourd’hui, on ne parle que de {q}.',
    'Je lis sur {q} depuis {n} heures et j’ai encore plus de questions.',
    'Petit fil sur {q}, puisqu’on me le demande souvent.',
    'Quelqu’un peut expliquer {q} à ma grand-mère ? Elle pose de meilleures questions que moi.',
    'J’ai changé d’avis sur {q}. Voici pourquoi, en quatre étapes.',
    'Le meilleur texte de l’année sur {q}, et il fait deux pages.',
    'La conférence sur {q} était comble : {N} personnes, de très bonnes questions.',
    '« {q} », a dit la radio, et toute la cuisine s’est tue.',
  ],
  replies: [
    'Pareil dans ma rue !',
    'Merci, j’en avais besoin aujourd’hui.',
    'C’est où exactement ? J’adorerais y aller.',
    'Joliment dit.',
    'Gardé pour plus tard.',
    'Salutations de {p}.',
    'Vous pourriez partager les chiffres ?',
    'J’y étais, avec le parapluie vert.',
    'Pas sûre d’être d’accord, mais c’est bien tourné.',
    'Encore, s’il vous plaît.',
    'Montré à ma classe : {n} questions.',
    'J’ai ri si fort que le chat est parti.',
  ],
  bios: [
    'Je fais des listes et je marche beaucoup.',
    'Professeure le jour, boulangère la nuit.',
    'Petites histoires, grands détours.',
    'Je compte les choses et je les note.',
    'Ici pour les cartes et les bonnes questions.',
    'Une fenêtre dessinée par jour.',
  ],
};
