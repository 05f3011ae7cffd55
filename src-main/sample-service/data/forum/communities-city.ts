/** Communities about what people make, read, eat, play and ride. */
import { community } from './community.ts';

export const city = {
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
  football: community('SundayLeague', 'Match report, Rules, Off topic', [
    [
      'We lost 7–1 and the kids had the time of their lives',
      'The one goal was an own goal, scored with enormous conviction. They carried her off the pitch on their shoulders.',
    ],
    [
      'Referee here: the one rule nobody on a Sunday pitch knows',
      'You can’t be offside from a throw-in. I have explained it 200 times and I will explain it 200 more.',
    ],
    [
      'Our keeper is 54. He saved a penalty with his bad knee. Match report',
      '87th minute, rain, floodlight two of four working. He went the wrong way and it hit his knee. He says it was planned.',
    ],
    [
      'How do you keep a village team alive with eleven players in total?',
      'We have eleven, one of them has exams and one of them is the goalkeeper’s father. How do other villages do this?',
    ],
  ]),
  museums: community('SmallMuseums', 'Find, Visit, Question', [
    [
      'The smallest museum I know has one room, one guard and 9,000 buttons',
      'You ring a bell, he comes down the stairs, and then he tells you about exactly one button, because there is a queue.',
    ],
    [
      'Museum workers: which object do you secretly greet every morning?',
      'Ours is a stuffed pelican. Everybody does it, nobody talks about it.',
    ],
    [
      'We digitised 100 years of bus tickets. Free to use, link inside',
      '1909 to 2009, both sides, with the conductors’ doodles. If you recognise your grandmother’s handwriting, please write to us.',
    ],
    [
      'How do you visit a big museum without getting tired?',
      'I manage two hours, then my feet give up and I can’t tell one saint from another. Benches? Sketching? One room only?',
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
  cycling: community('EverydayCycling', 'Commute, Repair, Infrastructure', [
    [
      'Carried a cello by bike. Here is how, and why you should not',
      'Long straps, a child’s mattress and a very calm friend riding behind. It arrived in tune, I did not.',
    ],
    [
      'The cycle street near my school, one year later: numbers and feelings',
      'Cars down by two thirds, children on bikes up from 9 to 61, and the lady from number 14 has put out a bench.',
    ],
    [
      'Chain keeps jumping in third gear. I have tried everything but patience',
      'New chain, new cassette, clean hands for one whole day. It still jumps, but only uphill and only when people are watching.',
    ],
    [
      'What made you start riding to work?',
      'For me it was a bus strike of three days, and then I noticed that I had started to whistle.',
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
  music: community('ChoirLife', 'Rehearsal, Score, Question', [
    [
      'We have one tenor. He is going on holiday. Help',
      'Concert in nine days, 40 altos, one Peter. We are considering a cut-out of him with a loudspeaker.',
    ],
    [
      'The piano in our station has a favourite plumber',
      'He plays on his way to the early train, four minutes, never more. Last week a conductor held the train.',
    ],
    [
      'How do you practise quietly in a flat with thin walls?',
      'Practice mute, socks under the stand, and a cake for the people downstairs. Any other ideas?',
    ],
    [
      'Our brass band rehearses under a bridge. Acoustics inside',
      'Seven seconds of echo and no rent. The trumpets think they are angels, and nobody wants to tell them.',
    ],
  ]),
};
