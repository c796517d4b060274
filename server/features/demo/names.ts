import { type Random, words } from './random.ts';

interface People {
  readonly men: readonly string[];
  readonly women: readonly string[];
  readonly families: readonly string[];
}

const hausaMen = words(`Musa Ibrahim Sani Abubakar Aliyu Umar Yusuf Bello Lawal Garba Haruna Ismail
  Kabir Shehu Nasiru Sadiq Mustapha Hamza Auwal Bashir Idris Suleiman Murtala Tijjani Zubairu`);

const peoples = {
  hausa: {
    men: hausaMen,
    women: words(`Aisha Fatima Hauwa Zainab Maryam Hadiza Rabi Halima Amina Binta Safiya Rukayya`),
    families: words(`Abdullahi Danjuma Mohammed Usman Adamu Yakubu Tanko Isah Salisu Ahmad Magaji
      Jibril Ladan Maikudi Wada ${hausaMen.join(' ')}`),
  },
  yoruba: {
    men: words(`Adewale Babatunde Olumide Kayode Segun Femi Kunle Taiwo Gbenga Rotimi Sunday
      Akeem Wasiu Rasheed Tunde Dele`),
    women: words(`Folake Yetunde Funmilayo Bukola Abosede Titilayo Ronke Kehinde Omolara Sade`),
    families: words(`Adeyemi Ogunleye Balogun Adebayo Oyelaran Afolabi Ojo Akinwale Oladipo Sanni
      Odunsi Ajayi Fashola Olatunji Salako Sowunmi Ogunbanjo`),
  },
  igbo: {
    men: words(`Chinedu Emeka Ikenna Obinna Chukwuma Uchenna Kelechi Nnamdi Ifeanyi Okechukwu
      Kenechukwu Ugochukwu`),
    women: words(`Ngozi Chioma Adaeze Nkechi Ifeoma Amaka Chinwe Uju`),
    families: words(`Okafor Eze Nwosu Okonkwo Umeh Onyeka Nnaji Obiora Anyanwu Okoro Ezeh Nwachukwu
      Agu Mbah`),
  },
  tiv: {
    men: words(`Terver Aondohemba Tersoo Iorwuese Terhemba Sesugh Terna Orshio`),
    women: words(`Mngusuul Nguvan Dooshima Mimidoo Doose Wandoo`),
    families: words(`Tyough Gbaa Igbawua Ortese Akaa Uja Hembafan Ikyaan Agber Tarka`),
  },
  southernKaduna: {
    men: words(`Bulus Ishaya Yohanna Dauda Markus Istifanus Luka Habila Sunday Danladi Bitrus`),
    women: words(`Laraba Naomi Rahila Saratu Ladi Rifkatu Talatu Asabe`),
    families: words(`Kantiok Bature Duniya Kazah Gimba Auta Yashim Zamani Kure Maigari Audu Sheyin
      Avong Bonet`),
  },
  others: {
    men: words(`Osagie Efosa Ebiowei Timipre Etim Effiong Ndagi Jiya Ochefu Onoja Idoko Musa`),
    women: words(`Osarugue Ivie Ebiere Nkoyo Arit Fatimah Enewa Ene`),
    families: words(`Igbinedion Aigbe Dokubo Ekpo Bassey Nda Kolo Adakole Ogbole Omeje Okpanachi`),
  },
} as const satisfies Record<string, People>;

/** Whose names are heard where, by share. */
const mixes = {
  north: { hausa: 72, yoruba: 7, igbo: 9, tiv: 3, southernKaduna: 6, others: 3 },
  middle: { hausa: 34, yoruba: 8, igbo: 12, tiv: 6, southernKaduna: 35, others: 5 },
  west: { hausa: 8, yoruba: 70, igbo: 14, tiv: 1, southernKaduna: 0, others: 7 },
  capital: { hausa: 34, yoruba: 18, igbo: 22, tiv: 10, southernKaduna: 4, others: 12 },
} as const;

export type Mix = keyof typeof mixes;

export interface Person {
  readonly name: string;
  readonly gender: 'Male' | 'Female';
}

/** A person as heard in that part of the country; now and then with a middle name. */
export function personIn(random: Random, mix: Mix, womenShare: number): Person {
  const shares = mixes[mix];
  const people: People = random.weighted([
    [peoples.hausa, shares.hausa],
    [peoples.yoruba, shares.yoruba],
    [peoples.igbo, shares.igbo],
    [peoples.tiv, shares.tiv],
    [peoples.southernKaduna, shares.southernKaduna],
    [peoples.others, shares.others],
  ]);
  const gender = random.chance(womenShare) ? 'Female' : 'Male';
  const first = random.pick(gender === 'Male' ? people.men : people.women);
  const families = people.families.filter((family) => family !== first);
  const last = random.pick(families);
  const middle = random.chance(0.18) ? random.pick(people.men) : first;
  const parts = middle === first || middle === last ? [first, last] : [first, middle, last];
  return { name: parts.join(' '), gender };
}
