/**
 * Officers' own words for an offence besides its name in the catalogue, by its id: English, then Hausa
 * and Pidgin. Hooked letters are found without their hooks too.
 */
export const offenceWords: Readonly<Record<string, string>> = {
  'LGC-01':
    'no licence, no drivers license, unlicensed driver, without papers, babu lasisi, ba shi da lasisi, no get licence',
  'LGC-02': 'expired licence, license not renewed, out of date, lasisi ya ƙare, licence don expire',
  'LGC-03': 'fake licence, forged license, false, lasisin jabu, lasisin bogi, oluwole licence',
  'LGC-04':
    'underage, minor, child driver, too young, yaro yana tuƙi, ƙaramin yaro, pikin dey drive',
  'LGC-05': 'L permit, no permit, learning, mai koyo, koyon tuƙi, babu izini',
  'LGC-06': 'learning, expressway, mai koyo a babban titi, koyon tuƙi',
  'LGC-07': 'learning alone, koyon tuƙi shi kaɗai, mai koyo',
  'LGC-08':
    'unregistered, no plate, no license, no registration, unlicensed car, mota babu rajista, motor no get particulars',
  'LGC-09':
    'false plate, cloned plate, forged plate, plate number, lambar jabu, lambar bogi, oluwole number',
  'LGC-10':
    'no plate, covered plate, hidden plate, faded plate, plate number, babu lamba, lamba ta goge, an rufe lamba, number no show',
  'LGC-11':
    'no licence, expired vehicle license, no particulars, papers, lasisin mota, takardun mota, particulars don expire',
  'LGC-12': 'roadworthiness, MOT, VIO, expired papers, takardar lafiyar mota',
  'LGC-13': 'no insurance, uninsured, third party, expired insurance, babu inshora, inshorar mota',
  'LGC-14':
    'fake papers, forged documents, false particulars, takardun jabu, takardun bogi, oluwole particulars',
  'LGC-15':
    'no papers, no documents, no particulars, refused to show papers, expired particulars, babu takardu, ya ƙi nuna takardu, no gree show papers',
  'LGC-16':
    'seatbelt, no belt, safety belt, unbelted driver, babu bel, bel na direba, no wear belt',
  'LGC-17':
    'seatbelt, no belt, safety belt, unbelted passenger, babu bel, bel na fasinja, passenger no wear belt',
  'LGC-18':
    'baby seat, child seat, children in front, car seat, yaro a gaba, kujerar yaro, pikin for front',
  'LGC-19':
    'phone call, mobile, handset, GSM, cell phone, calling, chatting, whatsapp, waya, amfani da waya, yana waya, dey press phone',
  'LGC-20':
    'eating, distraction, makeup, reading, inattentive, careless, cin abinci, ƙirga kuɗi, dey chop, dey count money',
  'LGC-21': 'right hand drive, wrong side steering, RHD, sitiyari a dama',
  'LGC-22': 'littering, litter, rubbish, dirt, trash, waste, zubar da shara, throw dirty',
  'LCC-01':
    'no paint, danfo, taxi colour, commercial color, unpainted taxi, babu fenti, fentin tasi',
  'LCC-02':
    'wrong route, off route, left the route, ya bar hanyarsa, ya bar layi, comot from route',
  'LCC-03': 'no route number, route sign, babu lambar layi',
  'LCC-04': 'no hackney, danfo, taxi permit, cab permit, kabu kabu, kabukabu, tasi ba izini',
  'LCC-05': 'hackney not shown, taxi permit, ba a nuna izini',
  'LCC-06': 'stage carriage, bus permit, izinin bas',
  'LCC-07': 'rent a car, hire, uber, bolt, cab hailing, motar haya',
  'LCC-08': 'restricted road, curfew, wrong hours, night, an hana hanya, lokacin hani, dare',
  'LCC-09':
    'illegal bus stop, dropping passengers, picking passengers, wrong bus stop, loading, ɗaukar fasinja, sauke fasinja, tasha, pick passenger anyhow',
  'LCC-10':
    'overload, too many passengers, excess passengers, overcrowded bus, hanging passengers, passengers hanging out, hanging on, standing passengers, conductor hanging, lodi, cunkoso, fasinja da yawa, maƙale a ƙofa, carry too much people',
  'LCC-11': 'no manifest, passenger list, jerin fasinja',
  'LCC-12': 'no dustbin, trash bin, litter bin, babu kwandon shara',
  'TMS-01':
    'red light, ran the light, jumped light, traffic lights, amber, signal, stop light, beat the light, beating light, trek light, trafic light, ran red, danja, ya wuce danja, jar wuta, pass red light',
  'TMS-02':
    'illegal parking, bad parking, double parking, parked wrongly, no parking, fakin, ajiye mota, park anyhow',
  'TMS-03':
    'road sign, stop sign, no entry, no u turn sign, alamar hanya, ya ƙi bin alama, no obey sign',
  'TMS-04':
    'disobeyed officer, disobeyed warden, ignored officer, ignored traffic police, ya ƙi bin jami’i, rashin biyayya, no obey officer',
  'TMS-05': 'illegal parking, double yellow, parked on line, fakin, layin rawaya, yellow line',
  'TMS-06': 'crossed line, middle line, median, solid line, ya tsallaka layi, cross line',
  'TMS-07':
    'blocked junction, yellow box, box junction, tare mahaɗa, mahaɗar hanya, block junction',
  'TMS-08': 'pedestrian crossing, crosswalk, masu tsallakawa, zebra, no gree make people cross',
  'TMS-09': 'roundabout, right of way, yield, shataletale, randabawul, no give way',
  'TMS-10': 'wrong u turn, uturn, turning, juyawa, yu tan, turn anyhow',
  'TMS-11':
    'sidewalk, pavement, illegal parking, parked on kerb, curb, fakin, gefen hanya, hanyar masu tafiya',
  'TMS-12': 'sidewalk, pavement, curb, hanyar masu tafiya, drive for walkway',
  'TMS-13':
    'no c caution, caution sign, triangle, breakdown sign, broken down, alamar gargaɗi, mota ta lalace, no put caution',
  'TMS-14': 'damaged sign, stole road sign, vandal, cire alama, lalata alama, comot sign',
  'VDF-01':
    'no headlight, no lights, bad light, car lamp, headlamp, fitila, babu fitila, light no dey work',
  'VDF-02':
    'no headlight, no lights, bad light, bus lamp, danfo, taxi lamp, headlamp, fitila, babu fitila, fitilar bas, light no dey work',
  'VDF-03':
    'no headlight, no lights, bad light, truck lamp, lorry lamp, headlamp, fitila, babu fitila, tirela, tanka, tifa, light no dey work',
  'VDF-04':
    'no headlight, no lights, bad light, official vehicle, headlamp, fitila, babu fitila, motar gwamnati, light no dey work',
  'VDF-05':
    'okada, achaba, keke, bike, machine, tricycle, NAPEP, no headlight, no lights, headlamp, maruwa, marwa, fitila, babu fitila, babur, adaidaita sahu, light no dey work',
  'VDF-06':
    'mirror, trafficator, indicator, stop light, tail light, rear lamp, side mirror, wing mirror, broken mirror, brake light, reverse light, reflector, pointer, madubi, sigina, fitilar birki, mirror no dey',
  'VDF-07': 'tire, bald tire, bad tyre, expired tyre, tread, taya, taya ta cinye, tyre don chop',
  'VDF-08': 'spare tire, no spare, no jack, sifaya, taya ta ajiya',
  'VDF-09': 'smoke, smoking exhaust, fumes, pollution, hayaƙi, smoke dey comot',
  'VDF-10': 'no extinguisher, fire, kashe gobara',
  'VDF-11':
    'broken glass, cracked windshield, windscreen, tinted glass, wiper, wipers, windshield wiper, gilashi, gilashi ya fashe, glass don break',
  'VDF-12':
    'bad brakes, rickety, not roadworthy, breakdown, faulty, no horn, bad horn, leaking, oil leak, no bumper, no door, birki, babu birki, mota ta lalace, motor don spoil',
  'ADL-01':
    'drunk, drunk driving, DUI, drink driving, drunkenness, alcohol test failed, giya, ya bugu, maye, don high',
  'ADL-02':
    'drugs, Indian hemp, marijuana, high, tramadol, codeine, ƙwaya, wiwi, maye, igbo, colorado',
  'ADL-03': 'cigarette, smoke, taba, shan taba, sigari',
  'ADL-04': 'drunk, beer, drinking, burukutu, ogogoro, giya, shan giya, paraga',
  'ADL-05':
    'breathalyser, breath test, refused test, drunk, ya ƙi gwaji, gwajin giya, no gree do test',
  'MCL-01':
    'okada, achaba, bike, machine, no licence, no license, unregistered okada, babur, babur babu rajista',
  'MCL-02':
    'okada, achaba, bike, machine, no licence, no license, no permit, rider card, riders card, babur, babur ba lasisi',
  'MCL-03':
    'okada, achaba, bike, machine, no helmet, babur, hular kwano, babu hula, no wear helmet',
  'MCL-04':
    'okada, achaba, bike, machine, two passengers, too many passengers, overload, three on a bike, three people, babur, goyo biyu, fasinja biyu, carry two, carry three',
  'MCL-05':
    'okada, achaba, bike, machine, wrong way, one way, pavement, curb, babur, wanwei, hannun da ba nasa ba',
  'MCL-06':
    'okada, achaba, keke, bike, machine, tricycle, NAPEP, banned road, highway, maruwa, marwa, babur, adaidaita sahu, an hana hanya',
  'MCL-07': 'okada, achaba, bike, machine, underage, minor, child, babur, yaro, pikin dey ride',
  'MCL-08':
    'okada, achaba, bike, machine, siren, loud horn, horn, hooting, honking, noise, babur, ham',
  'MCL-09':
    'okada, achaba, bike, machine, music, radio, speaker, stereo, babur, kiɗa, waƙa, rediyo, lasifika',
  'MCL-10': 'okada, achaba, bike, machine, modified, changed, babur, an canza babur',
  'MCL-11':
    'keke, tricycle, NAPEP, overload, too many passengers, maruwa, marwa, adaidaita sahu, lodi, fasinja da yawa',
  'MCL-12':
    'okada, achaba, bike, machine, fled, ran away, fight, babur, ya gudu, ya ƙi kamu, run from officer',
  'SPV-01':
    'speeding, overspeeding, over speed, too fast, fast driving, gudu, tsananin gudu, run too much, dey fly',
  'SPV-02': 'speeding, overspeeding, road works, roadwork, work zone, gudu, gyaran hanya',
  'SPV-03': 'speed limiter, no limiter, governor, na’urar taƙaita gudu',
  'SPV-04':
    'following ambulance, too close, convoy, fire engine, siren, motar asibiti, bin motar asibiti',
  'SPV-05': 'street race, drag race, speeding, tsere, gasar gudu',
  'MTF-01':
    'wrong way, one-way, against traffic, wrong direction, wrong lane, facing traffic, wanwei, hannun da ba nasa ba, face one way',
  'MTF-02': 'wrong way, one-way, against traffic, cash van, bank van, motar kuɗi, wanwei',
  'MTF-03':
    'beat officer, attacked officer, slapped, fight, hit officer, ya doki jami’i, ya mari jami’i, slap officer',
  'MTF-04': 'obstruction, blocked officer, stopped officer working, hana jami’i aiki, tare jami’i',
  'MTF-05':
    'bribe, bribery, offered money, corruption, cin hanci, rashawa, toshiya, egunje, settle officer',
  'MTF-06': 'reckless, careless, rough driving, dangerous overtaking, tuƙin ganganci, drive anyhow',
  'MTF-07': 'overtook, wrong overtake, passing, cut in, wuce mota, obatekin',
  'MTF-08':
    'hit and run, accident not reported, ran away, fled, hatsari, ya buge ya gudu, jam and run',
  'MTF-09':
    'refused arrest, ran away, fled, fight, did not stop, ya gudu, ya ƙi kamu, ya ƙi tsayawa, no gree stop',
  'MTF-10':
    'blocked road, obstruction, roadblock, trading on road, tare hanya, toshe hanya, block road',
  'MTF-11': 'abandoned car, broken down, left vehicle, ya bar mota a hanya, leave motor for road',
  'MTF-12': 'container not locked, truck, lorry, twist lock, tirela, kwantena, container no lock',
  'MTF-13':
    'overload, too heavy, load falling, uncovered load, sand, truck, lorry, goods falling, tied badly, tarpaulin, passengers on load, kaya, kaya da yawa, lodi, kaya ba ɗauri, load too much',
  'MTF-14':
    'party, ceremony, closed road, wedding, burial, biki, aure, suna, rufe hanya, block road for party',
  'SCC-01': 'okada, achaba, bike, machine, yard, parking fee, demurrage, babur, kuɗin ajiya',
  'SCC-02':
    'keke, tricycle, NAPEP, yard, parking fee, demurrage, maruwa, marwa, adaidaita sahu, kuɗin ajiya',
  'SCC-03': 'yard, parking fee, demurrage, taxi, bus, danfo, kuɗin ajiya, mota, bas',
  'SCC-04': 'yard, parking fee, demurrage, truck, lorry, kuɗin ajiya, babbar mota, tirela',
  'SCC-05': 'okada, achaba, bike, machine, tow, babur, jan babur, jawowa',
  'SCC-06': 'keke, tricycle, NAPEP, tow, maruwa, marwa, adaidaita sahu, jawowa',
  'SCC-07': 'tow, taxi, bus, danfo, jan mota, jawowa',
  'SCC-08': 'tow, truck, lorry, jan babbar mota, jawowa',
  'VIL-01': 'tow, truck, lorry, jan tirela, tanka, jawowa',
  'VIL-02': 'tow, truck, lorry, jan tirela, tanka, jawowa',
  'VIL-03': 'tow, truck, jan tifa, babbar mota, jawowa',
  'VIL-04': 'tow, coach, jan babbar bas, jawowa',
  'VIL-05': 'tow, truck, lorry, tirela ta lalace, jawowa',
  'VIL-06': 'crane, recovery, forklift',
  'VIL-07': 'drivers test, testing, gwajin tuƙi',
  'VIL-08': 'drivers test, testing, gwajin tuƙi, motar haya',
};
