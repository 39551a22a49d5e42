/** The little that this agent knows without documents: capitals of the world, and a fact about some animals and things. */

const CAPITALS = `Afghanistan=Kabul;Albania=Tirana;Algeria=Algiers;Argentina=Buenos Aires;Armenia=Yerevan;Australia=Canberra;Austria=Vienna;Azerbaijan=Baku;Bangladesh=Dhaka;Belarus=Minsk;Belgium=Brussels;Bolivia=Sucre;Brazil=Brasília;Bulgaria=Sofia;Cambodia=Phnom Penh;Cameroon=Yaoundé;Canada=Ottawa;Chile=Santiago;China=Beijing;Colombia=Bogotá;Costa Rica=San José;Croatia=Zagreb;Cuba=Havana;Cyprus=Nicosia;Czechia=Prague;Denmark=Copenhagen;Ecuador=Quito;Egypt=Cairo;Estonia=Tallinn;Ethiopia=Addis Ababa;Finland=Helsinki;France=Paris;Georgia=Tbilisi;Germany=Berlin;Ghana=Accra;Greece=Athens;Hungary=Budapest;Iceland=Reykjavík;India=New Delhi;Indonesia=Jakarta;Iran=Tehran;Iraq=Baghdad;Ireland=Dublin;Israel=Jerusalem;Italy=Rome;Jamaica=Kingston;Japan=Tokyo;Jordan=Amman;Kazakhstan=Astana;Kenya=Nairobi;Latvia=Riga;Lebanon=Beirut;Lithuania=Vilnius;Luxembourg=Luxembourg;Malaysia=Kuala Lumpur;Malta=Valletta;Mexico=Mexico City;Mongolia=Ulaanbaatar;Morocco=Rabat;Nepal=Kathmandu;Netherlands=Amsterdam;New Zealand=Wellington;Nigeria=Abuja;North Korea=Pyongyang;Norway=Oslo;Pakistan=Islamabad;Panama=Panama City;Paraguay=Asunción;Peru=Lima;Philippines=Manila;Poland=Warsaw;Portugal=Lisbon;Romania=Bucharest;Russia=Moscow;Saudi Arabia=Riyadh;Senegal=Dakar;Serbia=Belgrade;Singapore=Singapore;Slovakia=Bratislava;Slovenia=Ljubljana;South Africa=Pretoria;South Korea=Seoul;Spain=Madrid;Sri Lanka=Colombo;Sweden=Stockholm;Switzerland=Bern;Taiwan=Taipei;Tanzania=Dodoma;Thailand=Bangkok;Tunisia=Tunis;Turkey=Ankara;Uganda=Kampala;Ukraine=Kyiv;United Arab Emirates=Abu Dhabi;United Kingdom=London;UK=London;England=London;United States=Washington, D.C.;USA=Washington, D.C.;Uruguay=Montevideo;Uzbekistan=Tashkent;Venezuela=Caracas;Vietnam=Hanoi;Zambia=Lusaka;Zimbabwe=Harare`;

const capitals = new Map(
  CAPITALS.split(';').map((pair) => [pair.split('=')[0]?.toLowerCase() ?? '', pair.split('=')] as const),
);

const FACTS: Readonly<Record<string, string>> = {
  bee: 'Honeybees tell each other where food is by dancing: the angle of the dance gives the direction.',
  bird: 'The Arctic tern flies from pole to pole and back each year.',
  butterfly: 'Butterflies taste with their feet.',
  cat: 'Cats spend about two thirds of their lives asleep.',
  coffee: 'Coffee beans are not beans but the seeds of a fruit that looks like a cherry.',
  cow: 'Cows have best friends and are calmer when they are together.',
  dog: "A dog's nose print is as individual as a human fingerprint.",
  dolphin: 'Dolphins call each other by signature whistles, much like names.',
  elephant: 'Elephants can hear through their feet: they feel vibrations in the ground.',
  fish: 'Goldfish remember things for months, not seconds.',
  flamingo: 'Flamingos are born grey and turn pink from what they eat.',
  fox: "Foxes use the Earth's magnetic field to judge the distance of their jump.",
  giraffe: 'A giraffe has as many neck bones as a human: seven.',
  honey: 'Honey keeps practically for ever: edible honey was found in ancient tombs.',
  horse: 'Horses can sleep standing up.',
  koala: "Koalas have fingerprints that are very hard to tell from a human's.",
  moon: 'The Moon moves away from the Earth by almost four centimetres a year.',
  octopus: 'An octopus has three hearts and blue blood.',
  otter: 'Sea otters hold hands while they sleep, so that they do not drift apart.',
  owl: 'Owls cannot move their eyes; they turn their heads by up to 270 degrees instead.',
  panda: 'A giant panda eats bamboo for some twelve hours a day.',
  penguin: 'Penguins cannot fly, but they swim superbly: gentoo penguins reach about 35 km/h under water.',
  rabbit: "A rabbit's teeth never stop growing.",
  shark: 'Sharks are older than trees: they have been around for more than 400 million years.',
  sloth: 'Sloths can hold their breath longer than dolphins.',
  space: 'A day on Venus lasts longer than its year.',
  spider: 'Spider silk is, weight for weight, stronger than steel.',
  sun: "The Sun holds more than 99% of the solar system's mass.",
  tiger: "A tiger's skin is striped too, not only its fur.",
  turtle: 'The shell of a turtle is part of its skeleton; it cannot crawl out.',
  whale: "A blue whale's heart is about as heavy as a small car's engine block: some 180 kilograms.",
  wolf: 'Wolves can hear each other howl over ten kilometres.',
};

/** An answer from general knowledge, or null when this agent has none. */
export function generalKnowledge(message: string): string | null {
  const text = message.toLowerCase();
  const country = /\bcapital(?: city)? of (?:the )?([\p{L} ]+?)(?:[?.!,]|$| please)/u.exec(text)?.[1]?.trim();
  const known = country === undefined ? undefined : capitals.get(country);
  if (known !== undefined) return `The capital of ${known[0] ?? ''} is ${known[1] ?? ''}.`;
  if (!/\b(?:fact|trivia|interesting|fun|something about|know about)\b/.test(text)) return null;
  const words = new Set((text.match(/\p{L}+/gu) ?? []).map(singular));
  return Object.entries(FACTS).find(([topic]) => words.has(topic))?.[1] ?? null;
}

const singular = (word: string): string =>
  word
    .replace(/ves$/, 'f')
    .replace(/ies$/, 'y')
    .replace(/(?:ch|sh|x|s)es$/, (ending) => ending.slice(0, -2))
    .replace(/s$/, '')
    .replace(/opu$/, 'opus');
