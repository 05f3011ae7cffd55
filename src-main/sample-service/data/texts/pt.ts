/** Portuguese. */
import { about } from './types.ts';
import type { LanguageTexts } from './types.ts';

export const pt: LanguageTexts = {
  topics: {
    trees: about('ÁrvoresDaCidade', 'árvore árvores arvore ipê', [
      'As árvores da minha rua ficaram douradas de um dia para o outro. Ninguém avisou.',
      'À sombra, 26 graus; ao sol, 35. É esse o argumento inteiro a favor das árvores.',
      'Plantaram {n} ipês em frente à escola e as crianças já deram nome a todos.',
      'Mapa novo: cada árvore de {p}, a espécie e o ano em que foi plantada. {N} pontinhos verdes.',
      'A vizinha rega a árvore mais nova da rua todas as tardes, com um bule de chá.',
      'O ipê da praça floriu hoje de manhã e o trânsito parou para olhar. Sem buzinas.',
      'Três bancos, duas sombras e uma jaqueira: a nossa reunião de condomínio mudou de lugar.',
    ]),
    tides: about('MaréBaixa', 'maré mar praia costa', [
      'Maré baixa às {h}: a baía cheira a sal e a bicicletas.',
      'A maré levou o castelo de areia e deixou uma concha perfeita. Troca justa.',
      'Limpamos a praia entre duas marés: {N} voluntários e uma gaivota a mandar.',
    ]),
    bread: about('PãoLento', 'pão padaria', [
      'O pão saiu do forno às {h} e não chegou à mesa.',
      'Massa-mãe, tentativa {n}: finalmente, silêncio na cozinha.',
      'O padeiro se aposenta e a rua inteira fez fila para agradecer.',
    ]),
    trains: about('TremLento', 'trem comboio estação', [
      'Atraso de {n} minutos; a revisora está a ler-nos um poema.',
      'A linha antiga reabriu: uma via, doze estações e gente acenando dos quintais.',
      'Lugar à janela, lado esquerdo, depois do segundo túnel. Confiem.',
    ]),
    climate: about('ConversasDoClima', 'clima climática', [
      'O rascunho das {h} tirou o prazo de 2035. Comparação linha a linha no fio.',
      'Marcha pelo clima em {p}: avós, estudantes e uma banda de sopros.',
      'O plano climático do bairro cabe numa folha. Levou {n} noites.',
    ]),
    football: about('FutebolDeBairro', 'futebol jogo golo gol', [
      'Perdemos por 7 a 1 e festejamos o um como se fosse a final.',
      'O goleiro, 54 anos, defendeu um pênalti com o joelho ruim.',
      'Chuva, {N} pessoas e um cachorro atrás da baliza. Isto também é futebol.',
    ]),
    gardens: about('HortaNaVaranda', 'jardim horta tomate', [
      'Boletim da horta: {n} tomates, um pepino com ambições e muitas abelhas.',
      'A minha horta tem dois metros e hoje perdi-me nela a tarde toda.',
      'Plantei o alho. Até daqui a oito meses, alho.',
    ]),
    museums: about('MuseusPequenos', 'museu museus exposição arte', [
      'O museu das coisas pequenas tem {N} botões. Vi um por um.',
      'Noite de museus grátis: a fila dava duas voltas e saímos todos amigos.',
      'Perguntem ao guarda qual é o quadro favorito dele. Todos têm um.',
    ]),
    food: about('ComidaDeRua', 'comida mercado feira', [
      'Regra número um: entre na fila onde estão as avós.',
      'A barraca de pastel abre às {h}. Quem sabe, sabe.',
      'A receita do molho tem três linhas e demorou {n} anos.',
      'Chuva, sopa quente e uma mesa livre debaixo do toldo.',
    ]),
    books: about('AmorPelaBiblioteca', 'livro livros biblioteca', [
      'A biblioteca emprestou {N} livros no sábado, e um cavaquinho.',
      'Achei um bilhete de trem de 1974 num livro. Alguém parou na página {n}.',
      'Fui buscar um livro. Voltei com seis, e nenhum era aquele.',
    ]),
    cycling: about('BicicletaTodoDia', 'bicicleta ciclista ciclovia', [
      'O contador diz {N} bicicletas ontem na ponte. Duas fui eu.',
      'Consertei a corrente de um desconhecido. Fui pago em ameixas.',
      'Vento contra na ida e na volta. Escrevi uma carta ao vento.',
    ]),
    rain: about('DiasDeChuva', 'chuva tempestade nuvens', [
      'Chove há {n} horas e a rua parece aplaudir.',
      'Primeira chuva em seis semanas. As pessoas vieram à porta só para a cheirar.',
      'A previsão dizia “aguaceiros fracos”. O aguaceiro não leu a previsão.',
    ]),
    birds: about('AvesDaVizinhança', 'pássaro pássaros aves', [
      'Os andorinhões voltaram, pontuais e mais barulhentos do que os trens.',
      'Da janela da cozinha: {n} pardais, dois bem-te-vis e uma garça confusa.',
      'Um sabiá aprendeu o toque do meu telefone. Já não me levanto por ninguém.',
    ]),
    coffee: about('PausaParaCafé', 'café chá', [
      'O café da esquina escreve a previsão do tempo nas chávenas. Hoje: “talvez”.',
      'Primeiro café às {h}, segundo por engano, terceiro com convicção.',
      'Chá de hortelã da janela e {n} minutos sem ninguém precisar de mim.',
    ]),
    stars: about('CéuNoturno', 'estrela estrelas lua céu', [
      'Apaguei a luz do quintal e apareceram mais {n} estrelas.',
      'A lua nasceu às {h}, mesmo atrás da caixa-d’água, como se fosse encomenda.',
      'A minha filha perguntou quem limpa a lua. Estamos a pensar na resposta.',
    ]),
    music: about('VidaDeCoral', 'música coral canção concerto', [
      'Ensaio do coral: {n} contraltos, um tenor e um radiador em si bemol.',
      'Há um piano na estação. Às {h} tocou um encanador, lindamente.',
      'Escrevi uma canção sobre a nossa linha de ônibus. Tem refrão.',
    ]),
    rivers: about('DiaDeRio', 'rio nadar lago', [
      'Banho de rio antes do trabalho: 14 graus e todos cantando sem querer.',
      'O rio está limpo outra vez. O meu pai chorou um pouco. Depois mergulhou.',
      'Vista da água, {p} parece mais gentil.',
    ]),
    cats: about('GatosNaJanela', 'gato gatos cachorro cão', [
      'A gata da livraria foi promovida: agora dorme em cima dos mais vendidos.',
      'Censo das janelas: {n} gatos entre a padaria e a ponte.',
      'Tem três camas e dorme na tampa de uma caixa.',
    ]),
  },
  openers: [
    'Notícias de {p}:',
    'Hoje aprendi uma coisa.',
    'Boas notícias, para variar.',
    'Boletim da manhã:',
    'Não é queixa, é só uma observação.',
    'Para quem perguntou:',
    'Ainda estou sorrindo com isto.',
  ],
  closers: [
    'E aí na sua cidade?',
    'Amanhã tem fotos.',
    'É isso.',
    'Passem adiante.',
    'Volto com novidades.',
    'Vale a pena madrugar.',
    'Fonte: os meus próprios pés.',
    'Quem sabe, sabe.',
  ],
  mentions: [
    'Em {p}, hoje só se fala de {q}.',
    'Estou há {n} horas a ler sobre {q} e tenho mais perguntas do que antes.',
    'Um fio curto sobre {q}, porque me perguntam sempre.',
    'Alguém explica {q} à minha avó? Ela pergunta melhor do que eu.',
    'Mudei de opinião sobre {q}. Conto o porquê.',
    'A melhor coisa que li este ano sobre {q}, e são só duas páginas.',
    'A palestra sobre {q} lotou: {N} pessoas e perguntas ótimas.',
    'Encontro sobre {q}: quinta, às {h}, tragam biscoitos.',
  ],
  replies: [
    'Na minha rua também!',
    'Obrigada, precisava disto hoje.',
    'Onde fica? Adorava visitar.',
    'Que bem contado.',
    'Guardado para depois.',
    'Um abraço de {p}.',
    'Podes partilhar os números?',
    'Eu estava lá, a do guarda-chuva verde.',
    'Mais disto, por favor.',
    'Mostrei à minha turma e houve {n} perguntas.',
    'Ri tão alto que o gato foi embora.',
  ],
  bios: [
    'Faço listas e caminho muito.',
    'Professora de dia, padeira de noite.',
    'Histórias pequenas de lugares grandes.',
    'Conto coisas e tomo nota.',
    'Pelos mapas e pelas boas perguntas.',
    'Desenho uma janela por dia.',
  ],
};
