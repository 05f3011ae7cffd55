/** The forum's communities, one for each topic, and titles of their posts. */
import type { TopicId } from '../texts/types.ts';

export interface Community {
  name: string;
  flairs: readonly string[];
  titles: readonly string[];
}

const community = (name: string, flairs: string, titles: readonly string[]): Community => ({
  name,
  flairs: flairs.split(', '),
  titles,
});

export const communities: Record<TopicId, Community> = {
  trees: community('UrbanTrees', 'Identification, Question, Before & after', [
    'Which tree would you plant on a narrow street with no shade at all?',
    'The plane tree outside my window turns 100 this year. How do we celebrate?',
    'Our city cut 14 lindens “for safety”. Here is what the survey really says',
    'Help me identify this tree: leaves like a duck’s foot, smells terrible, very golden',
  ]),
  tides: community('TideWatching', 'Report, Question, Photo', [
    'Lowest tide of the year tomorrow: what should I look for in the rock pools?',
    'TIL that the moon pulls the whole bay, and my boat, two metres up twice a day',
    'Our tide clock runs 50 minutes late every day. Is it broken or is it right?',
    'Found a perfectly round stone at low tide. Geologists, please ruin it for me',
  ]),
  bread: community('SlowBread', 'Crumb shot, Help, Recipe', [
    'My starter survived a house move, two toddlers and a heatwave. AMA',
    'Dense crumb, good crust, bad mood. What am I doing wrong?',
    'Rye beginners: stop adding flour. A love letter to sticky dough',
    'I baked one loaf a day for a year. Here is the spreadsheet',
  ]),
  trains: community('NightTrains', 'Trip report, Planning, News', [
    'Trip report: four countries, one ticket, and the best soup of my life',
    'Which seat has the view on the coast line? Left or right?',
    'The branch line near us is coming back after 41 years',
    'Is it rude to wave at people from a train? Asking for me',
  ]),
  climate: community('ClimateNotes', 'Explainer, Local action, Data', [
    'I read all four drafts so that you don’t have to. Summary inside',
    'What did your town change that really lowered emissions?',
    'Explaining heat pumps to my grandfather: what finally worked',
    'We put sensors under trees and on asphalt. One summer of data',
  ]),
  football: community('SundayLeague', 'Match report, Rules, Off topic', [
    'We lost 7–1 and the kids had the time of their lives',
    'Referee here: the one rule nobody on a Sunday pitch knows',
    'Our keeper is 54. He saved a penalty with his bad knee. Match report',
    'How do you keep a village team alive with eleven players in total?',
  ]),
  gardens: community('BalconyGardens', 'Harvest, Help, Show & tell', [
    'Two metres of balcony, 31 tomatoes. Ask me about buckets',
    'Something eats my beans at night and leaves footprints. Who is it?',
    'What do you plant for the bees when you only have shade?',
    'First-year gardener: everything I got wrong, in order',
  ]),
  museums: community('SmallMuseums', 'Find, Visit, Question', [
    'The smallest museum I know has one room, one guard and 9,000 buttons',
    'Museum workers: which object do you secretly greet every morning?',
    'We digitised 100 years of bus tickets. Free to use, link inside',
    'How do you visit a big museum without getting tired?',
  ]),
  food: community('StreetFoodMap', 'Find, Recipe, Question', [
    'The stall with no name, again. Directions inside, please be nice to her',
    'What is the one street food you would cross your city for?',
    'I asked 20 vendors how they set their prices. It was not what I expected',
    'Dumpling folding for people with clumsy hands: a guide',
  ]),
  books: community('LibraryLove', 'Recommendation, Find, Librarian', [
    'Found a 1974 train ticket in a library book. Trying to find its owner',
    'Librarians: what is the strangest thing you have been asked to look up?',
    'Short novels for people who stopped reading and want to start again',
    'Our mobile library has a new driver and he knows everybody’s taste',
  ]),
  cycling: community('EverydayCycling', 'Commute, Repair, Infrastructure', [
    'Carried a cello by bike. Here is how, and why you should not',
    'The cycle street near my school, one year later: numbers and feelings',
    'Chain keeps jumping in third gear. I have tried everything but patience',
    'What made you start riding to work?',
  ]),
  rain: community('RainyCities', 'Forecast, Photo, Gear', [
    'Best places to wait out the rain in your city. I start: the bakery stop',
    'Our rain gauge broke its record, and so did the ducks',
    'Umbrella people and hood people: how do you live together?',
    'The smell of the first rain after six weeks. That’s the post',
  ]),
  birds: community('BackyardBirds', 'Identification, Count, Story', [
    'A blackbird learnt my alarm tone. It is now 5 am forever',
    'Heron on a chimney: normal, or did we miss something?',
    'Backyard count, week 31: sparrows up, patience down',
    'We put up 40 nest boxes. Here is who moved in',
  ]),
  coffee: community('HomeCoffee', 'Brewing, Question, Ritual', [
    'Cheap grinder, good coffee: what I learnt in a year',
    'My grandmother makes it with a sock and a pot and it beats mine',
    'Tea people welcome? I have questions about water',
    'The café that writes the weather on its cups',
  ]),
  stars: community('NightSky', 'Observation, Question, Sketch', [
    'First look at Saturn tonight. I laughed out loud in a dark field',
    'Our village dimmed its lights. Before and after, same camera',
    'Sketching the moon badly for 28 nights in a row',
    'Which binoculars for a 9-year-old who asks about everything?',
  ]),
  music: community('ChoirLife', 'Rehearsal, Score, Question', [
    'We have one tenor. He is going on holiday. Help',
    'The piano in our station has a favourite plumber',
    'How do you practise quietly in a flat with thin walls?',
    'Our brass band rehearses under a bridge. Acoustics inside',
  ]),
  rivers: community('RiverSwimming', 'Conditions, Report, Safety', [
    'Water temperature log, year five: what changed and what did not',
    'They removed the weir. Eleven days later: salmon',
    'How do you get into cold water without saying that word?',
    'River clean-up on Saturday: what we found last year (a piano)',
  ]),
  cats: community('CatsOnWindowsills', 'Census, Story, Photo', [
    'Windowsill census of our street, third edition',
    'My cat inspects the ferry every morning. The crew salutes',
    'He has three beds and sleeps in a lid. Explain',
    'The bookshop cat got promoted',
  ]),
};
