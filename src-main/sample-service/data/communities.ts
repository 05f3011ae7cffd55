/**
 * The forum's communities, one per topic: name, labels of its posts, and openings of threads. The forum is
 * in English.
 */
import type { TopicId } from './texts/types.ts';

export interface Community {
  name: string;
  flairs: readonly string[];
  threads: readonly Thread[];
}

export type Thread = readonly [title: string, body: string];

const community = (name: string, flairs: string, threads: readonly Thread[]): Community => ({
  name,
  flairs: flairs.split(', '),
  threads,
});

export const communities: Record<TopicId, Community> = {
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
  bread: community('SlowBread', 'Crumb shot, Help, Recipe', [
    [
      'My starter survived a house move, two toddlers and a heatwave. AMA',
      'His name is Gerald, he is eleven, and he lives in a jam jar. He has bubbled through everything. Ask away.',
    ],
    [
      'Dense crumb, good crust, bad mood. What am I doing wrong?',
      'Same flour as always, same oven, same bowl. Only the kitchen got colder. Is it really that simple?',
    ],
    [
      'Rye beginners: stop adding flour. A love letter to sticky dough',
      'It will stick. Let it stick. Wet hands, a scraper and the courage to stop after three minutes.',
    ],
    [
      'I baked one loaf a day for a year. Here is the spreadsheet',
      '365 loaves, 41 failures, two burnt thumbs. The best predictor of a good loaf was how little I did.',
    ],
  ]),
  trains: community('NightTrains', 'Trip report, Planning, News', [
    [
      'Trip report: four countries, one ticket, and the best soup of my life',
      'Left on Friday with one bag, came back on Monday with the same bag and a jar of plum jam from a conductor. Route, prices and seat numbers below.',
    ],
    [
      'Which seat has the view on the coast line? Left or right?',
      'We go south to north, early in the morning, with a grandmother who has waited thirty years for this view.',
    ],
    [
      'The branch line near us is coming back after 41 years',
      'Twelve stations, one train an hour, and the old clock at the junction runs again. I was on the first one and I am not ashamed of the tears.',
    ],
    [
      'Is it rude to wave at people from a train? Asking for me',
      'They always wave back, that is all I can say in my defence.',
    ],
  ]),
  food: community('StreetFoodMap', 'Find, Recipe, Question', [
    [
      'The stall with no name, again. Directions inside, please be nice to her',
      'Behind the post office, after the rain, when the umbrella is yellow. If it is blue that is her cousin, who is also very good.',
    ],
    [
      'What is the one street food you would cross your city for?',
      'Mine needs two buses and a ferry and closes when it is gone, which is soon.',
    ],
    [
      'I asked 20 vendors how they set their prices. It was not what I expected',
      'Nine said “what my neighbour asks”, six said “what I would pay”, and one showed me a notebook going back to 1986.',
    ],
    [
      'Dumpling folding for people with clumsy hands: a guide',
      'Thumb here, pleat there, and do not look at the lady next to you, she has done this for fifty years.',
    ],
  ]),
  books: community('LibraryLove', 'Recommendation, Find, Librarian', [
    [
      'Found a 1974 train ticket in a library book. Trying to find its owner',
      'One way, second class, a small heart on the back. It was in a novel about a lighthouse, at page 211.',
    ],
    [
      'Librarians: what is the strangest thing you have been asked to look up?',
      'Mine: “the blue book I read as a child, it had a dog or maybe a priest in it”. We found it in twenty minutes.',
    ],
    [
      'Short novels for people who stopped reading and want to start again',
      'I used to read all night and then for ten years I read nothing. I would like to begin again with something thin and kind.',
    ],
    [
      'Our mobile library has a new driver and he knows everybody’s taste',
      'He remembers that you liked the one with the snow and he brings you the other one with the snow.',
    ],
  ]),
  coffee: community('HomeCoffee', 'Brewing, Question, Ritual', [
    [
      'Cheap grinder, good coffee: what I learnt in a year',
      'Weigh it, boil the water less, and clean the thing. I could have saved a year and a lot of money.',
    ],
    [
      'My grandmother makes it with a sock and a pot and it beats mine',
      'She does not measure, she listens. I am not joking. She hears when it is done.',
    ],
    [
      'Tea people welcome? I have questions about water',
      'Ours is so hard that the kettle looks like a cave. Does filtering really change the taste or only my mood?',
    ],
    [
      'The café that writes the weather on its cups',
      'Today’s cup said “clearing up later, like you”. I have been thinking about it all morning.',
    ],
  ]),
};
