/** Communities about what grows, flows and flies. */
import { community } from './community.ts';

export const nature = {
  trees: community('UrbanTrees', 'Identification, Question, Before & after', [
    [
      'Which tree would you plant on a narrow street with no shade at all?',
      'Three metres of pavement, south side, no shade until five. The city offers hornbeam, field maple or honey locust.\n\nI would love to hear from people who have lived with one of them for ten years.',
    ],
    [
      'The plane tree outside my window turns 100 this year. How do we celebrate?',
      'We have cake, a brass band and a permit for six metres of bunting. What are we missing?',
    ],
    [
      'Our city cut 14 lindens “for safety”. Here is what the survey really says',
      'I asked for the survey and they sent it: two of the fourteen were ill. The other twelve were “in the way of the view”. Numbers and page references in the comments.',
    ],
    [
      'Help me identify this tree: leaves like a duck’s foot, smells terrible, very golden',
      'It stands in front of the post office, drops something soft in October and the whole queue wrinkles its nose. Everybody says it is very old as a species.',
    ],
  ]),
  tides: community('TideWatching', 'Report, Question, Photo', [
    [
      'Lowest tide of the year tomorrow: what should I look for in the rock pools?',
      'The table says 0.3 m at 7:12. I have wellies, a thermos and two children who want to see an octopus.',
    ],
    [
      'TIL that the moon pulls the whole bay, and my boat, two metres up twice a day',
      'I rented a mooring in spring and did not read the small print. She now sits on the mud like a duck every afternoon and I have learnt a lot.',
    ],
    [
      'Our tide clock runs 50 minutes late every day. Is it broken or is it right?',
      'I set it on Monday, checked on Tuesday, and it was late again. My neighbour laughed for a full minute.',
    ],
    [
      'Found a perfectly round stone at low tide. Geologists, please ruin it for me',
      'As big as an orange, heavier than it looks, and warm from the sun. I have already given it a name, so be gentle.',
    ],
  ]),
  gardens: community('BalconyGardens', 'Harvest, Help, Show & tell', [
    [
      'Two metres of balcony, 31 tomatoes. Ask me about buckets',
      'Buckets beat pots, holes in the side and not in the bottom, and one more plant than you think is reasonable.',
    ],
    [
      'Something eats my beans at night and leaves footprints. Who is it?',
      'Small, four toes, very polite about the lettuce. It only wants beans.',
    ],
    [
      'What do you plant for the bees when you only have shade?',
      'North wall, maybe two hours of sun. I would take anything that hums.',
    ],
    [
      'First-year gardener: everything I got wrong, in order',
      'I planted mint in the ground. I will now read your comments about that.',
    ],
  ]),
  rain: community('RainyCities', 'Forecast, Photo, Gear', [
    [
      'Best places to wait out the rain in your city. I start: the bakery stop',
      'Roof, warm wall, smell of bread, and the driver waits if he sees you running. What have you got?',
    ],
    [
      'Our rain gauge broke its record, and so did the ducks',
      '58 mm by lunchtime. The instrument is rated to 50. The ducks have moved into the bandstand.',
    ],
    [
      'Umbrella people and hood people: how do you live together?',
      'She opens hers indoors “to be ready”. I walk under the drip line of every tree in town. We have been married for nine years.',
    ],
    [
      'The smell of the first rain after six weeks. That’s the post',
      'People were standing in their doorways. Nobody said anything. Somebody began to clap.',
    ],
  ]),
  birds: community('BackyardBirds', 'Identification, Count, Story', [
    [
      'A blackbird learnt my alarm tone. It is now 5 am forever',
      'It sings all seven notes and then the little buzz. I have changed the tone twice. It is a fast learner.',
    ],
    [
      'Heron on a chimney: normal, or did we miss something?',
      'It has been up there since breakfast, facing the wind, and now the whole street is late for work.',
    ],
    [
      'Backyard count, week 31: sparrows up, patience down',
      'Sparrows 23, blackbirds 4, one wren that I only heard. The cat was indoors and furious.',
    ],
    [
      'We put up 40 nest boxes. Here is who moved in',
      'Tits in half of them, a family of dormice in number 17, and wasps in the one my brother built.',
    ],
  ]),
  rivers: community('RiverSwimming', 'Conditions, Report, Safety', [
    [
      'Water temperature log, year five: what changed and what did not',
      'Every day at seven, same step, same thermometer. Spring comes eleven days earlier than in the first year. The herons do not care.',
    ],
    [
      'They removed the weir. Eleven days later: salmon',
      'Everybody said it would take years. Then a child on the bridge shouted, and the whole town came to look.',
    ],
    [
      'How do you get into cold water without saying that word?',
      'Out loud counting helps, until about four. After that it is mostly vowels.',
    ],
    [
      'River clean-up on Saturday: what we found last year (a piano)',
      'Gloves and soup are there, bring boots. The piano is now a planter in front of the town hall.',
    ],
  ]),
  stars: community('NightSky', 'Observation, Question, Sketch', [
    [
      'First look at Saturn tonight. I laughed out loud in a dark field',
      'It looks exactly like a drawing of itself. I called my sister. She did not understand what I was shouting.',
    ],
    [
      'Our village dimmed its lights. Before and after, same camera',
      'Same tripod, same ten seconds, six months apart. The church is darker, and above it there is suddenly everything.',
    ],
    [
      'Sketching the moon badly for 28 nights in a row',
      'By night nineteen I could draw the big crater from memory. My hands are slow and my moon is an egg, but it is my egg.',
    ],
    [
      'Which binoculars for a 9-year-old who asks about everything?',
      'She wants to see “the holes in the moon” and something “further away than grandma”. We can spend a little, not a lot.',
    ],
  ]),
  cats: community('CatsOnWindowsills', 'Census, Story, Photo', [
    [
      'Windowsill census of our street, third edition',
      '62 windows, 41 cats, one tortoise counted as a cat by majority vote. Map in the comments.',
    ],
    [
      'My cat inspects the ferry every morning. The crew salutes',
      'She walks up the ramp at 8:05, sniffs the first bench and leaves before departure. They have made her a badge.',
    ],
    [
      'He has three beds and sleeps in a lid. Explain',
      'Wool, wicker, heated. No: cardboard, 20 by 30, and both hind legs hang out.',
    ],
    [
      'The bookshop cat got promoted',
      'From the travel section to the front table. She takes her new duties lying down.',
    ],
  ]),
  climate: community('ClimateNotes', 'Explainer, Local action, Data', [
    [
      'I read all four drafts so that you don’t have to. Summary inside',
      'I am a translator, not a scientist, so correct me. I sorted every change by who asked for it and what it would cost.',
    ],
    [
      'What did your town change that really lowered emissions?',
      'Not pledges: things one can walk past. Ours took out one lane and put in a bus, and the air really is better by the school.',
    ],
    [
      'Explaining heat pumps to my grandfather: what finally worked',
      'He did not want graphs. He wanted to put his hand on the pipe. So we visited the neighbour’s and now he tells everybody.',
    ],
    [
      'We put sensors under trees and on asphalt. One summer of data',
      'Forty sensors, ninety days. The difference at 10 pm was 3.2 degrees on average and 6.1 on the worst night. Files are free to use.',
    ],
  ]),
};
