/** The product's names of states that the package names otherwise. */
export const stateNames: Readonly<Record<string, string>> = {
  'Federal Capital Territory': 'Abuja',
  Kastina: 'Katsina',
};

/** Areas that the package misspells or writes twice, by state, with their usual spelling. */
export const areaNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Adamawa: { Fufure: 'Fufore', Gayuk: 'Guyuk' },
  Bauchi: { 'Ganju/Ganjuwa': 'Ganjuwa' },
  Bayelsa: { 'Ekere/Ekeremor': 'Ekeremor', 'Sagba/Sagbama': 'Sagbama' },
  Benue: { Oturkpo: 'Otukpo' },
  Imo: { Unuimo: 'Onuimo' },
  Katsina: { 'Sanda/Sandamu': 'Sandamu' },
  Kebbi: { 'Maiya/Maiyama': 'Maiyama' },
  Nasarawa: { 'Nasarawa Egon': 'Nasarawa Eggon' },
  Niger: { Moya: 'Munya' },
  Ogun: { 'Obafemi/Obafemi Owode': 'Obafemi Owode', 'Shaga/Shagamu': 'Sagamu' },
  Sokoto: { 'Goron/Goronyo': 'Goronyo', Wamako: 'Wamakko' },
  Taraba: { Kumi: 'Kurmi' },
  Zamfara: { Chafe: 'Tsafe' },
};
