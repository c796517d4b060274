-- The forms in which names, plates and phones are compared, however they were written.

-- The same as `folded` in contract/folding.ts, to which a test holds it: small letters without
-- marks and apostrophes, look-alikes as Latin letters. PostgreSQL inlines it, as it isn't strict.
create function folded(given text) returns text
  language sql immutable parallel safe
  return case
    -- Most texts are plain, and this is ten times as quick.
    when octet_length(given) = length(given) then btrim(regexp_replace(
      lower(translate(given, '''`', '') collate "pg_c_utf8"), '[\t-\r ]+', ' ', 'g'), ' ')
    else btrim(regexp_replace(translate(
        lower(regexp_replace(
          normalize(regexp_replace(given, '[\u00B4\u0384\u1FBD\u1FBF\u1FFD\u1FFE]', '', 'g'), NFKD),
          '[\u0300-\u036F\u0483-\u0487\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F'
            '''`\u02B9-\u02BF\u02C8\u02CA\u02CB\u02EE\u055A\u05F3\u2018-\u201B\u2032\u2035\uA78B\uA78C'
            '\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]',
          '', 'g') collate "pg_c_utf8"),
        'ɓɗƙƴɖđðħɦıɨɩłɲŋɛəǝɔøɵŧʋʉʊƭƥƈɠɣßςαβεζηικμνορτυχавеѕіјкмнорстухһԁԛԝүӏ‐‒–—―−⁃˗֊',
        'bdkydddhhiiilnneeeoootvuutpcggsσabezhikmnoptyxabesijkmhopctyxhdqwyi---------'),
        '[\t-\r \u0085\u1680\u2028\u2029]+', ' ', 'g'), ' ')
  end;

-- The usual spelling of each other one, as in contract/name-spellings.ts.
create function name_spellings() returns jsonb
  language sql immutable parallel safe
  return '{
"muhammad":"muhammad","mohammed":"muhammad","muhammed":"muhammad","mohamed":"muhammad",
"mohammad":"muhammad","muhamad":"muhammad","mohamad":"muhammad","muhamed":"muhammad",
"mahomed":"muhammad","mohamet":"muhammad","mohd":"muhammad","muhd":"muhammad",
"muhammadu":"muhammad","mohammadu":"muhammad","ahmad":"ahmad","ahmed":"ahmad","ahamad":"ahmad",
"ahamed":"ahmad","amad":"ahmad","amed":"ahmad","yusuf":"yusuf","yusufu":"yusuf","yusif":"yusuf",
"yusuph":"yusuf","yusufa":"yusuf","yousuf":"yusuf","yousef":"yusuf","youssef":"yusuf",
"yesufu":"yusuf","aisha":"aisha","aishat":"aisha","aishatu":"aisha","aishah":"aisha",
"ayesha":"aisha","ayisha":"aisha","aishetu":"aisha","aicha":"aisha","usman":"usman",
"uthman":"usman","othman":"usman","osman":"usman","usmanu":"usman","usumanu":"usman",
"ousmane":"usman","uthmaan":"usman","ibrahim":"ibrahim","ibraheem":"ibrahim",
"ibrahima":"ibrahim","ebrahim":"ibrahim","ibraim":"ibrahim","ibrahin":"ibrahim",
"abubakar":"abubakar","abubakr":"abubakar","abubaker":"abubakar","abubarkar":"abubakar",
"aboubakar":"abubakar","abubacar":"abubakar","abubakari":"abubakar","umar":"umar",
"umaru":"umar","omar":"umar","oumar":"umar","umarou":"umar","aliyu":"aliyu","aliu":"aliyu",
"aliyyu":"aliyu","aliou":"aliyu","sani":"sani","saani":"sani","sanni":"sani","hassan":"hassan",
"hasan":"hassan","hassen":"hassan","hussain":"hussain","hussein":"hussain","husain":"hussain",
"husein":"hussain","hussaini":"hussain","husseini":"hussain","husaini":"hussain",
"usaini":"hussain","husayn":"hussain","fatima":"fatima","fatimah":"fatima","fatimat":"fatima",
"fatimatu":"fatima","fatimoh":"fatima","fatma":"fatima","fateema":"fatima","khadija":"khadija",
"khadijat":"khadija","khadijah":"khadija","khadeeja":"khadija","kadija":"khadija",
"kadijat":"khadija","hadiza":"khadija","hadija":"khadija","zainab":"zainab","zaynab":"zainab",
"zainabu":"zainab","zeinab":"zainab","zainob":"zainab","zenab":"zainab","maryam":"maryam",
"mariam":"maryam","maryamu":"maryam","mariamu":"maryam","maryama":"maryam","mariyam":"maryam",
"halima":"halima","halimat":"halima","halimatu":"halima","halimah":"halima","haleema":"halima",
"alimat":"halima","rukayya":"rukayya","ruqayya":"rukayya","ruqayyah":"rukayya",
"ruqayyat":"rukayya","ruqayat":"rukayya","rukayat":"rukayya","rukaya":"rukayya",
"rukayyat":"rukayya","rukkaya":"rukayya","rukkayya":"rukayya","safiya":"safiya",
"safiyya":"safiya","safiyyah":"safiya","safiyah":"safiya","safiyat":"safiya","sofiyat":"safiya",
"safiyatu":"safiya","hauwa":"hauwa","hawa":"hauwa","hawwa":"hauwa","hauwau":"hauwa",
"amina":"amina","aminat":"amina","aminah":"amina","aminatu":"amina","ameena":"amina",
"habiba":"habiba","habibat":"habiba","habibah":"habiba","habibatu":"habiba","habeeba":"habiba",
"hafsat":"hafsat","hafsa":"hafsat","hafsatu":"hafsat","hafsah":"hafsat","hafsoh":"hafsat",
"jamila":"jamila","jamilat":"jamila","jamilah":"jamila","jameela":"jamila","nafisa":"nafisa",
"nafisat":"nafisa","nafisah":"nafisa","nafisatu":"nafisa","nafeesa":"nafisa",
"rashida":"rashida","rashidat":"rashida","rasheeda":"rashida","rasheedat":"rashida",
"sakina":"sakina","sakinat":"sakina","sakinatu":"sakina","sakinah":"sakina",
"salamatu":"salamatu","salamat":"salamatu","salama":"salamatu","sumayya":"sumayya",
"sumayyah":"sumayya","sumayyat":"sumayya","sumaya":"sumayya","sumaiya":"sumayya",
"saadatu":"saadatu","saadat":"saadatu","sadatu":"saadatu","bilkisu":"bilkisu",
"bilikisu":"bilkisu","bilkis":"bilkisu","bilikis":"bilkisu","bilqis":"bilkisu",
"bilqees":"bilkisu","bilqisu":"bilkisu","balkisu":"bilkisu","ramatu":"ramatu",
"rahmatu":"ramatu","rahmat":"ramatu","ramat":"ramatu","ramata":"ramatu","ramatou":"ramatu",
"asmau":"asmau","asma":"asmau","asmaa":"asmau","suleiman":"suleiman","sulaiman":"suleiman",
"suleman":"suleiman","sulayman":"suleiman","sulaimon":"suleiman","sulieman":"suleiman",
"sulemana":"suleiman","souleymane":"suleiman","sadiq":"sadiq","sadik":"sadiq","saddiq":"sadiq",
"sadeeq":"sadiq","sodiq":"sadiq","siddiq":"sadiq","sidiq":"sadiq","siddique":"sadiq",
"idris":"idris","idriss":"idris","idrees":"idris","idrisu":"idris","issah":"issah",
"isa":"issah","issa":"issah","isah":"issah","eesa":"issah","musa":"musa","moussa":"musa",
"mussa":"musa","moosa":"musa","jibril":"jibril","jibrin":"jibril","jibreel":"jibril",
"jubril":"jibril","gibril":"jibril","djibril":"jibril","haruna":"haruna","harun":"haruna",
"haroun":"haruna","haroon":"haruna","aruna":"haruna","yakubu":"yakubu","yaqubu":"yakubu",
"yakub":"yakubu","yaqub":"yakubu","yakoub":"yakubu","yaqoub":"yakubu","dauda":"dauda",
"daud":"dauda","daouda":"dauda","dawud":"dauda","dawuda":"dauda","dawood":"dauda",
"ismail":"ismail","ismaila":"ismail","ismaeel":"ismail","smaila":"ismail","esmail":"ismail",
"abdullahi":"abdullahi","abdullah":"abdullahi","abdulahi":"abdullahi","abdulah":"abdullahi",
"abdallah":"abdullahi","abdoullahi":"abdullahi","abdulai":"abdullahi",
"abdulrahman":"abdulrahman","abdurrahman":"abdulrahman","abdurahman":"abdulrahman",
"abdulrahaman":"abdulrahman","abdurrahaman":"abdulrahman","abdulrahmon":"abdulrahman",
"abdulraman":"abdulrahman","abdurraman":"abdulrahman","abdulkadir":"abdulkadir",
"abdulqadir":"abdulkadir","abdulkadri":"abdulkadir","abdulqadri":"abdulkadir",
"abdulkader":"abdulkadir","abdulrazaq":"abdulrazaq","abdulrazak":"abdulrazaq",
"abdulrazzaq":"abdulrazaq","abdurrazaq":"abdulrazaq","abdurrazak":"abdulrazaq",
"abdulrasaq":"abdulrazaq","abdulrasak":"abdulrazaq","abdulaziz":"abdulaziz",
"abdulazeez":"abdulaziz","abdulazez":"abdulaziz","abdulazis":"abdulaziz",
"abdulkarim":"abdulkarim","abdulkareem":"abdulkarim","bashir":"bashir","bashiru":"bashir",
"basheer":"bashir","basiru":"bashir","bachir":"bashir","nasir":"nasir","nasiru":"nasir",
"naseer":"nasir","nasser":"nasir","naser":"nasir","kabir":"kabir","kabiru":"kabir",
"kabeer":"kabir","jamil":"jamil","jamilu":"jamil","jameel":"jamil","taofik":"taofik",
"taofiq":"taofik","taofeek":"taofik","taofeeq":"taofik","tawfiq":"taofik","taufiq":"taofik",
"taufik":"taofik","toufiq":"taofik","rasheed":"rasheed","rashid":"rasheed","rashidi":"rasheed",
"rasidi":"rasheed","mustapha":"mustapha","mustafa":"mustapha","mustafah":"mustapha",
"moustapha":"mustapha","musthafa":"mustapha","mukhtar":"mukhtar","mukhtari":"mukhtar",
"muktar":"mukhtar","muktari":"mukhtar","moukhtar":"mukhtar","murtala":"murtala",
"murtada":"murtala","murtadha":"murtala","murtaza":"murtala","mansur":"mansur",
"mansour":"mansur","mansoor":"mansur","tijjani":"tijjani","tijani":"tijjani","tijany":"tijjani",
"tidjani":"tijjani","yahaya":"yahaya","yahya":"yahaya","yahia":"yahaya","yahaiya":"yahaya",
"zakari":"zakari","zakariya":"zakari","zakariyya":"zakari","zakaria":"zakari","zakary":"zakari",
"zacharia":"zakari","zachariah":"zakari","ishaq":"ishaq","ishaku":"ishaq","ishak":"ishaq",
"isyaku":"ishaq","isyaka":"ishaq","isiaka":"ishaq","isiaq":"ishaq","ishiaku":"ishaq",
"saidu":"saidu","said":"saidu","saeed":"saidu","saeedu":"saidu","saheed":"saidu",
"sahid":"saidu","hamza":"hamza","hamzat":"hamza","hamzah":"hamza","nuruddeen":"nuruddeen",
"nuruddin":"nuruddeen","nurudeen":"nuruddeen","nuraddeen":"nuruddeen","nuradeen":"nuruddeen",
"nuraini":"nuruddeen","nureni":"nuruddeen","kamaldeen":"kamaldeen","kamaluddeen":"kamaldeen",
"kamaludeen":"kamaldeen","kamarudeen":"kamaldeen","kamalideen":"kamaldeen","muideen":"muideen",
"muhideen":"muideen","muhyideen":"muideen","muhydeen":"muideen","mohideen":"muideen",
"muyideen":"muideen","sharif":"sharif","shareef":"sharif","sherif":"sharif","sheriff":"sharif",
"latif":"latif","lateef":"latif","latifu":"latif","aziz":"aziz","azeez":"aziz","azees":"aziz",
"azis":"aziz","karim":"karim","kareem":"karim","kazeem":"kazeem","kazim":"kazeem",
"qasim":"kazeem","qaseem":"kazeem","qazeem":"kazeem","kasim":"kazeem","kassim":"kazeem",
"kasimu":"kazeem","ganiyu":"ganiyu","ganiu":"ganiyu","ghaniyu":"ganiyu","shehu":"shehu",
"shehou":"shehu","sheu":"shehu","garba":"garba","garuba":"garba","bukhari":"bukhari",
"buhari":"bukhari","seun":"seun","sheun":"seun","sola":"sola","shola":"sola","sade":"sade",
"shade":"sade","segun":"segun","shegun":"segun","sina":"sina","shina":"sina",
"olusola":"olusola","olushola":"olusola","adesola":"adesola","adeshola":"adesola",
"olusegun":"olusegun","olushegun":"olusegun","oluwaseun":"oluwaseun","oluwasheun":"oluwaseun",
"oluseun":"oluwaseun","olusheun":"oluwaseun","uchenna":"uchenna","uchena":"uchenna",
"obinna":"obinna","obina":"obinna","nwachukwu":"nwachukwu","nwachuku":"nwachukwu",
"ikechukwu":"ikechukwu","ikechuku":"ikechukwu","chukwuemeka":"chukwuemeka",
"chukuemeka":"chukwuemeka","okafor":"okafor","okafo":"okafor","okaphor":"okafor",
"emmanuel":"emmanuel","emanuel":"emmanuel","immanuel":"emmanuel","emmanual":"emmanuel",
"samuel":"samuel","samual":"samuel","daniel":"daniel","danial":"daniel","gabriel":"gabriel",
"gabrial":"gabriel","joseph":"joseph","josef":"joseph","stephen":"stephen","steven":"stephen",
"stephan":"stephen","philip":"philip","phillip":"philip","filip":"philip","geoffrey":"geoffrey",
"jeffrey":"geoffrey","jeffery":"geoffrey","catherine":"catherine","katherine":"catherine",
"kathrine":"catherine","catherin":"catherine","elizabeth":"elizabeth","elisabeth":"elizabeth",
"theresa":"theresa","teresa":"theresa","deborah":"deborah","debora":"deborah",
"rebecca":"rebecca","rebekah":"rebecca","rebeca":"rebecca","sarah":"sarah","sara":"sarah",
"hannah":"hannah","hanna":"hannah","esther":"esther","ester":"esther"}'::jsonb;

-- The usual spelling of each word of a folded text that has one.
create function usual_spellings(given text) returns text
  language sql immutable strict parallel safe
  return (
    select coalesce(string_agg(name_spellings() ->> word, ' ' order by place), '')
    from regexp_split_to_table(given, '[^a-z]+') with ordinality as words (word, place));

-- A plate or licence as capitals and digits. O and 0 become one sign, and so do I and 1.
create function spelling_key(given text) returns text
  language sql immutable parallel safe
  return translate(
    regexp_replace(
      case when octet_length(given) = length(given) then given else folded(given) end,
      '[^A-Za-z0-9]', '', 'g'),
    'abcdefghijklmnopqrstuvwxyzOI', 'ABCDEFGH1JKLMN0PQRSTUVWXYZ01');

-- A phone number as digits, as it is dialled within Nigeria. A foreign number keeps the code of its
-- country.
create function phone_key(given text) returns text
  language sql immutable parallel safe
  return regexp_replace(
           regexp_replace(regexp_replace(
               case when octet_length(given) = length(given) then given
                    else normalize(given, NFKD) end,
               '[^0-9]', '', 'g'),
                          '^(00)?2340?([1-9][0-9]{6,9})$', '0\2'),
           '^([789][0-9]{9})$', '0\1');
