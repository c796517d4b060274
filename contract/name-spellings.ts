/**
 * Spellings of names in Nigeria that are one name, folded; the first of a line is the usual one. A
 * migration must bring a change into the database's `name_spellings`, and fold kept texts anew.
 */
const lines = `
muhammad mohammed muhammed mohamed mohammad muhamad mohamad muhamed mahomed mohamet mohd muhd muhammadu mohammadu
ahmad ahmed ahamad ahamed amad amed
yusuf yusufu yusif yusuph yusufa yousuf yousef youssef yesufu
aisha aishat aishatu aishah ayesha ayisha aishetu aicha
usman uthman othman osman usmanu usumanu ousmane uthmaan
ibrahim ibraheem ibrahima ebrahim ibraim ibrahin
abubakar abubakr abubaker abubarkar aboubakar abubacar abubakari
umar umaru omar oumar umarou
aliyu aliu aliyyu aliou
sani saani sanni
hassan hasan hassen
hussain hussein husain husein hussaini husseini husaini usaini husayn
fatima fatimah fatimat fatimatu fatimoh fatma fateema
khadija khadijat khadijah khadeeja kadija kadijat hadiza hadija
zainab zaynab zainabu zeinab zainob zenab
maryam mariam maryamu mariamu maryama mariyam
halima halimat halimatu halimah haleema alimat
rukayya ruqayya ruqayyah ruqayyat ruqayat rukayat rukaya rukayyat rukkaya rukkayya
safiya safiyya safiyyah safiyah safiyat sofiyat safiyatu
hauwa hawa hawwa hauwau
amina aminat aminah aminatu ameena
habiba habibat habibah habibatu habeeba
hafsat hafsa hafsatu hafsah hafsoh
jamila jamilat jamilah jameela
nafisa nafisat nafisah nafisatu nafeesa
rashida rashidat rasheeda rasheedat
sakina sakinat sakinatu sakinah
salamatu salamat salama
sumayya sumayyah sumayyat sumaya sumaiya
saadatu saadat sadatu
bilkisu bilikisu bilkis bilikis bilqis bilqees bilqisu balkisu
ramatu rahmatu rahmat ramat ramata ramatou
asmau asma asmaa
suleiman sulaiman suleman sulayman sulaimon sulieman sulemana souleymane
sadiq sadik saddiq sadeeq sodiq siddiq sidiq siddique
idris idriss idrees idrisu
issah isa issa isah eesa
musa moussa mussa moosa
jibril jibrin jibreel jubril gibril djibril
haruna harun haroun haroon aruna
yakubu yaqubu yakub yaqub yakoub yaqoub
dauda daud daouda dawud dawuda dawood
ismail ismaila ismaeel smaila esmail
abdullahi abdullah abdulahi abdulah abdallah abdoullahi abdulai
abdulrahman abdurrahman abdurahman abdulrahaman abdurrahaman abdulrahmon abdulraman abdurraman
abdulkadir abdulqadir abdulkadri abdulqadri abdulkader
abdulrazaq abdulrazak abdulrazzaq abdurrazaq abdurrazak abdulrasaq abdulrasak
abdulaziz abdulazeez abdulazez abdulazis
abdulkarim abdulkareem
bashir bashiru basheer basiru bachir
nasir nasiru naseer nasser naser
kabir kabiru kabeer
jamil jamilu jameel
taofik taofiq taofeek taofeeq tawfiq taufiq taufik toufiq
rasheed rashid rashidi rasidi
mustapha mustafa mustafah moustapha musthafa
mukhtar mukhtari muktar muktari moukhtar
murtala murtada murtadha murtaza
mansur mansour mansoor
tijjani tijani tijany tidjani
yahaya yahya yahia yahaiya
zakari zakariya zakariyya zakaria zakary zacharia zachariah
ishaq ishaku ishak isyaku isyaka isiaka isiaq ishiaku
saidu said saeed saeedu saheed sahid
hamza hamzat hamzah
nuruddeen nuruddin nurudeen nuraddeen nuradeen nuraini nureni
kamaldeen kamaluddeen kamaludeen kamarudeen kamalideen
muideen muhideen muhyideen muhydeen mohideen muyideen
sharif shareef sherif sheriff
latif lateef latifu
aziz azeez azees azis
karim kareem
kazeem kazim qasim qaseem qazeem kasim kassim kasimu
ganiyu ganiu ghaniyu
shehu shehou sheu
garba garuba
bukhari buhari
seun sheun
sola shola
sade shade
segun shegun
sina shina
olusola olushola
adesola adeshola
olusegun olushegun
oluwaseun oluwasheun oluseun olusheun
uchenna uchena
obinna obina
nwachukwu nwachuku
ikechukwu ikechuku
chukwuemeka chukuemeka
okafor okafo okaphor
emmanuel emanuel immanuel emmanual
samuel samual
daniel danial
gabriel gabrial
joseph josef
stephen steven stephan
philip phillip filip
geoffrey jeffrey jeffery
catherine katherine kathrine catherin
elizabeth elisabeth
theresa teresa
deborah debora
rebecca rebekah rebeca
sarah sara
hannah hanna
esther ester
`;

const usual = new Map(
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return [first, ...others].map((word): [string, string] => [word, first]);
    }),
);

/** Every spelling with the usual one. */
export const nameSpellings: ReadonlyMap<string, string> = usual;

/** The usual spelling of a folded word of a name that has several; undefined for any other. */
export const usualSpelling = (word: string): string | undefined => usual.get(word);
