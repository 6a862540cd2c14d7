// The rules as people read them. What is binding is the server's; these pages only explain.
import type { Language } from "./words.svelte";

export interface Section {
  id: string;
  title: string;
  text: string[];
  cards?: string[];
  /** Followed by the list of all phases. */
  phases?: boolean;
}

const cityEn: Section[] = [
  {
    id: "goal",
    title: "What it is about",
    text: [
      "You build a city from a small deck of your own. Every card has two sides, and turning cards over is how a city grows up.",
      "You win at the end of your turn if that turn brought 8 points, or if you played 18 cards in it with a Convenience Store among them.",
    ],
    cards: ["CP", "ST", "CS"],
  },
  {
    id: "setup",
    title: "Before the first turn",
    text: [
      "Everybody begins with the same nine cards: four Residential Areas, an Apartment, a Convenience Store, a Hospital, a Factory and a Central Park. Each deck is shuffled; each card keeps its side.",
      "The top card of every deck lies open to everybody. What is below it nobody knows, not even its owner. Discard piles, the street and the supply can be looked at at any time.",
      "Who starts is left to chance. (At a real table: whoever was last to flip one.)",
    ],
  },
  {
    id: "play",
    title: "Playing cards",
    text: [
      "Play cards from the top of your deck, one after the other. Each gives its cash, its points and its unhappiness at once, and then does what it says.",
      "After each card decide: the next one, or stop and build. You see the next card before you decide. At least one card must be played while your deck has any.",
      "A Residential Area on top of your deck must be played. After a Shopping Mall you must play one more card.",
      "When your deck is empty, stop, or shuffle your discard pile into a new deck and go on.",
    ],
    cards: ["RA", "SM", "FA"],
  },
  {
    id: "unhappiness",
    title: "Unhappiness",
    text: [
      "People put up with 2 unhappiness a turn, and with one more for each Church played or recycled in it. Go over that and the turn ends on the spot: nothing is built, nothing is won, and your played cards go to your discard pile.",
      "A Hospital pays one coin for each unhappiness you have when it is played, its own included.",
    ],
    cards: ["HO", "CH", "AP"],
  },
  {
    id: "recycle",
    title: "Recycling",
    text: [
      "While you play cards you may turn over cards in your discard pile that can be recycled, as many as you like, and take what they give. They stay in the discard pile on their other side.",
    ],
    cards: ["PP", "TC"],
  },
  {
    id: "build",
    title: "Building",
    text: [
      "When you stop you have one action: Buy a card from the supply, Flip a card in your discard pile for its fee, or Develop: buy a card and flip it in one go. You may also do nothing.",
      "What you get goes to your discard pile. Cards you played this turn are not there yet, so they cannot be flipped now.",
      "A Central Park played this turn gives one more Buy, a Station one more Flip that is cheaper. Cash is shared between all of it, and what you do not spend is gone.",
      "An Apartment you flip becomes a Residential Area in the discard pile of an opponent you choose.",
    ],
    cards: ["CP", "ST", "AP"],
  },
  {
    id: "solo",
    title: "Alone",
    text: [
      "The supply begins with four of each card. Each time you shuffle, you first remove a card from the supply. When the supply is empty you have lost, whatever emptied it. A flipped Apartment leaves the game.",
    ],
  },
];

const cityPt: Section[] = [
  {
    id: "goal",
    title: "Do que se trata",
    text: [
      "Você constrói uma cidade com um pequeno baralho só seu. Cada carta tem dois lados, e virar cartas é o que faz a cidade crescer.",
      "Você vence no fim do seu turno se nele fez 8 pontos, ou se jogou 18 cartas com uma Loja de Conveniência entre elas.",
    ],
    cards: ["CP", "ST", "CS"],
  },
  {
    id: "setup",
    title: "Antes do primeiro turno",
    text: [
      "Todos começam com as mesmas nove cartas: quatro Áreas Residenciais, um Apartamento, uma Loja de Conveniência, um Hospital, uma Fábrica e um Parque. Cada baralho é embaralhado; cada carta mantém o seu lado.",
      "A carta do topo de cada baralho fica à vista de todos. O que está embaixo ninguém sabe, nem o dono. Descartes, a rua e o estoque podem ser olhados a qualquer momento.",
      "Quem começa fica por conta do acaso. (Numa mesa de verdade: quem virou uma por último.)",
    ],
  },
  {
    id: "play",
    title: "Jogar cartas",
    text: [
      "Jogue cartas do topo do seu baralho, uma por uma. Cada uma dá na hora as suas moedas, pontos e insatisfação, e depois faz o que diz.",
      "Depois de cada carta decida: a próxima, ou parar e construir. Você vê a próxima carta antes de decidir. Enquanto houver cartas no baralho, é preciso jogar pelo menos uma.",
      "Uma Área Residencial no topo do seu baralho tem de ser jogada. Depois de um Shopping Center você tem de jogar mais uma carta.",
      "Quando o baralho acabar, pare, ou embaralhe o seu descarte para formar um novo e continue.",
    ],
    cards: ["RA", "SM", "FA"],
  },
  {
    id: "unhappiness",
    title: "Insatisfação",
    text: [
      "O povo aguenta 2 de insatisfação por turno, e mais 1 por Igreja jogada ou reciclada nele. Passou disso, o turno acaba na hora: nada se constrói, nada se vence, e as cartas jogadas vão para o seu descarte.",
      "Um Hospital paga uma moeda por insatisfação que você tiver quando ele é jogado, contando a dele.",
    ],
    cards: ["HO", "CH", "AP"],
  },
  {
    id: "recycle",
    title: "Reciclar",
    text: [
      "Enquanto joga cartas, você pode virar cartas recicláveis do seu descarte, quantas quiser, e receber o que elas dão. Elas ficam no descarte, do outro lado.",
    ],
    cards: ["PP", "TC"],
  },
  {
    id: "build",
    title: "Construir",
    text: [
      "Ao parar, você tem uma ação: Comprar uma carta do estoque, Virar uma carta do seu descarte pagando a taxa, ou Desenvolver: comprar e virar de uma vez. Também pode não fazer nada.",
      "O que você ganha vai para o descarte. As cartas jogadas neste turno ainda não estão lá, por isso não podem ser viradas agora.",
      "Um Parque jogado neste turno dá mais uma Compra; uma Estação, mais uma Virada, mais barata. As moedas servem para tudo, e o que sobrar se perde.",
      "Um Apartamento virado torna-se uma Área Residencial no descarte de um adversário à sua escolha.",
    ],
    cards: ["CP", "ST", "AP"],
  },
  {
    id: "solo",
    title: "Sozinho",
    text: [
      "O estoque começa com quatro de cada carta. Cada vez que embaralhar, primeiro remova uma carta do estoque. Quando o estoque acabar você perdeu, seja qual for o motivo. Um Apartamento virado sai do jogo.",
    ],
  },
];

const phaseEn: Section[] = [
  {
    id: "goal",
    title: "What it is about",
    text: [
      "Ten phases, one after the other, each a different combination of runs and sets. Whoever first completes the tenth wins; if several do in the same round, the one with the fewest points.",
      "Every card has two sides: a colour side and a wild side. You play with the side that faces you, and everybody else sees the other one.",
    ],
    cards: ["r7", "y*", "9", "*"],
  },
  {
    id: "see",
    title: "What you see",
    text: [
      "You see the active side of your own cards. Of everybody else's hand, and of the next card to be drawn, you see the side that is not active. Reading backs is half the game.",
    ],
  },
  {
    id: "turn",
    title: "A turn",
    text: [
      "Draw the next card or take the top of the discard pile. Lay down your phase if you can and wish, all of it at once. Once your phase lies, add cards to any group on the table. End by discarding a card.",
      "If your hand is empty after adding or discarding, you have gone out and the round ends.",
    ],
  },
  {
    id: "groups",
    title: "Runs, sets and Stars",
    text: [
      "A run is consecutive numbers of one colour; a set is cards of the same number in any colours. Runs go from 1 to 12 and do not go round.",
      "A colour-side Star is any number of its own colour; a wild-side Star any number of any colour; a wild-side number has any colour. Say a Star's number when you lay it: it stays. A phase needs at least one number card.",
      "A run made of wild-side cards only takes its colour from the first colour-side card that joins it.",
    ],
    cards: ["b3", "b4", "b*", "6"],
  },
  {
    id: "flip",
    title: "The flip",
    text: [
      "Discard a card with the flip mark and everything turns over: the discard pile, the draw pile and every hand. Groups on the table stay as they are. The new side is in play until the next flip mark is discarded.",
      "If you go out with such a card, hands are counted on the new side.",
    ],
    cards: ["g9!", "4!"],
  },
  {
    id: "phases",
    title: "The phases",
    text: [],
    phases: true,
  },
  {
    id: "score",
    title: "Points",
    text: [
      "Cards left in your hand count on the active side: 1 to 9 five points, 10 to 12 ten, a Star twenty. Few points are good. Whoever laid the phase goes on to the next one; the others try theirs again.",
    ],
  },
];

const phasePt: Section[] = [
  {
    id: "goal",
    title: "Do que se trata",
    text: [
      "Dez combinações, uma depois da outra, cada uma de sequências e conjuntos. Vence quem completar a décima primeiro; se forem vários na mesma rodada, quem tiver menos pontos.",
      "Cada carta tem dois lados: o lado Colorido e o lado Curinga. Você joga com o lado que está virado para você, e os outros veem o outro.",
    ],
    cards: ["r7", "y*", "9", "*"],
  },
  {
    id: "see",
    title: "O que se vê",
    text: [
      "Você vê o lado ativo das suas cartas. Da mão dos outros, e da próxima carta a comprar, você vê o lado que não está ativo. Ler os versos é metade do jogo.",
    ],
  },
  {
    id: "turn",
    title: "Um turno",
    text: [
      "Compre a próxima carta ou pegue a do topo do descarte. Baixe a sua combinação se puder e quiser, toda de uma vez. Com a combinação na mesa, acrescente cartas a qualquer grupo. Termine descartando uma carta.",
      "Se a sua mão ficar vazia, você sai e a rodada acaba.",
    ],
  },
  {
    id: "groups",
    title: "Sequências, conjuntos e Estrelas",
    text: [
      "Uma sequência são números seguidos de uma cor; um conjunto são cartas do mesmo número de quaisquer cores. As sequências vão de 1 a 12 e não dão a volta.",
      "Uma Estrela do lado Colorido é qualquer número da sua cor; uma do lado Curinga, qualquer número de qualquer cor; um número do lado Curinga tem qualquer cor. Diga o número da Estrela ao baixá-la: ele fica. Uma combinação precisa de pelo menos uma carta de número.",
      "Uma sequência só de cartas do lado Curinga recebe a cor da primeira carta colorida que entrar.",
    ],
    cards: ["b3", "b4", "b*", "6"],
  },
  {
    id: "flip",
    title: "A virada",
    text: [
      "Descarte uma carta com o símbolo Virar e tudo se vira: o descarte, a pilha de compras e todas as mãos. Os grupos na mesa ficam como estão. O novo lado vale até o próximo símbolo descartado.",
      "Se você sair com uma carta dessas, as mãos contam pelo novo lado.",
    ],
    cards: ["g9!", "4!"],
  },
  {
    id: "phases",
    title: "As combinações",
    text: [],
    phases: true,
  },
  {
    id: "score",
    title: "Pontos",
    text: [
      "As cartas que ficam na mão contam pelo lado ativo: de 1 a 9 cinco pontos, de 10 a 12 dez, uma Estrela vinte. Poucos pontos é bom. Quem baixou a combinação passa à seguinte; os outros tentam a sua de novo.",
    ],
  },
];

export const rules: Record<string, Record<Language, Section[]>> = {
  "flip-city": { en: cityEn, "pt-BR": cityPt },
  "phase-10-flip": { en: phaseEn, "pt-BR": phasePt },
};
