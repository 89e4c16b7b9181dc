/** What moves, and carries somebody: motors, boats and what falls or glides from the sky. */

/** As Garmin, Strava, Apple, Google and people call them, without hyphens and accents, and the number of FIT. */
const motorized: [names: string, fit?: number][] = [
  ['(?:aero)?plane|airplane|helicopter|airship|(?:hot air )?balloon(?:ing)?|(?:rc ?/? ?)?drone', 20],
  ['(?:e |electric )(?:scooter|skateboard)|moped|segway', 22],
  ['boat|(?:power|speed|house|sail) ?boat|ship|cruise ship|hovercraft', 23],
  ['car|vehicle|automobile|cab|van|truck|lorry|rideshare|passenger', 24],
  ['train|streetcar|light rail|subway|underground|railway|monorail|transit|(?:public )?transport'],
  ['ski lift|chair ?lift|cable car|gondola|shuttle|limousine'],
  ['(?:hang |para)?glid(?:ing|er)|para ?motor(?:ing)?', 26],
  ['sail(?:ing)?|yacht(?:ing)?', 32],
  ['sky ?div(?:e|ing)|parachut(?:e|ing)|wing ?suit(?: flying)?|base jump(?:ing)?', 34],
  ['snow ?mobil(?:e|ing)', 36],
  ['wake ?board(?:ing)?', 39],
  ['water ?ski(?:ing)?', 40],
  ['jump ?master', 46],
  ['water tub(?:e|ing)', 76],
  ['wake ?surf(?:ing)?', 77],
  ['motor ?(?:sports?|racing)|moto ?cross|atv|utv|quad(?: bike)?|(?:go ?)?kart(?:ing)?|overland(?:ing)?', 81],
  ['jet ?ski(?:ing)?|personal watercraft'],
]

/** Vehicles whose names several languages have. */
const common = [
  'bus|minibus|taxi|tram|metro|moto|auto|ferry|camion|funi(?:cular|culaire|colare)',
  'uber|lyft|cabify|blablacar|motor ?(?:cycl(?:e|ing)|bik(?:e|ing)|scooter|boat(?:ing)?)',
]

/** How a language names a journey. Each text is a choice within a regular expression. */
type Language = {
  vehicles: string[]
  /** What names may end with; nothing in German, where boots are none of the boats. */
  plural: string
  /** What is a journey without the name of a vehicle. */
  trips: string
  /** What makes a vehicle the means: by car. */
  by: string
  /** What may stand before a vehicle or a trip. */
  before: string
  /** What makes a trip of a vehicle: car ride. */
  after: string
  /** What the place follows to which or from which one goes. */
  to: string
}

const languages: Language[] = [
  {
    vehicles: motorized.map(([names]) => names),
    plural: 's?',
    trips: 'driv(?:e|ing)|fl(?:ying|ight)|boating|car ?pool(?:ing)?|ride ?shar(?:e|ing)',
    by: 'by|(?:in|on)(?: (?:a|the|my))?',
    before:
      'a|the|my|morning|afternoon|lunch|evening|night|sleeper|express|commuter|high speed|school|city|tour|water|airport|public',
    after:
      ' (?:car|ride|riding|drive|trip|tour|journey|travel|commute|transfer|crossing|race|racing|general|v2|ws)',
    to: 'to|from|home',
  },
  {
    vehicles: [
      'pkw|lkw|mitfahrgelegenheit|fahrgemeinschaft|sammeltaxi|motorrad|motorroller|(?:e|elektro) ?roller',
      '(?:nacht)?zug|eisenbahn|[us] bahn|stra(?:ss|ß)enbahn|seilbahn|gondelbahn|sessellift|(?:fern|nacht)bus',
      'flugzeug|hubschrauber|fa(?:h|eh)re|schiff?|(?:motor)?boot',
    ],
    plural: '',
    trips: 'flug|segeln|bahn ?(?:fahrt|reise)|mit der bahn',
    by: 'im|in der|per|mit(?: (?:de[mr]|einem|einer))?',
    before: 'de[mr]|die|das',
    after: ' ?s?(?:fahrt(?:en)?|fahren|reise)|s?tour',
    to: 'nach|von|zu[mr]?|bis',
  },
  {
    vehicles: [
      'voiture|covoiturage|motocyclette|trottinette electrique|autobus|autocar|navette|bus de nuit',
      'train(?: de nuit)?|tgv|rer|tramway|avion|bateau|traversier|telepherique|telesiege|telecabine|helicoptere',
    ],
    plural: 's?',
    trips: 'vol|voile',
    by: 'en',
    before: 'trajet|voyage|le|la|ma|mon',
    after: ' de retour',
    to: 'pour|vers|au?x?|depuis|chez',
  },
  {
    vehicles: [
      'coche|carro|camioneta|furgoneta|motocicleta|ciclomotor|patinete electrico|autobus|bus nocturno',
      'tren(?: nocturno)?|tranvia|avion|barco|transbordador|teleferico|telesilla|helicoptero',
    ],
    plural: 's?',
    trips: 'vuelo|conducir|conduciendo',
    by: 'en(?: (?:el|la|mi))?',
    before: 'viaje|trayecto|el|la|mi',
    after: ' de vuelta',
    to: 'al?|hacia|hasta|desde|para',
  },
  {
    vehicles: [
      'macchina|furgone|motocicletta|motorino|monopattino elettrico|autobus|pullman|corriera|bus notturno',
      'treno(?: notturno)?|metropolitana|aereo|nave|barca|traghetto|funivia|seggiovia|elicottero',
    ],
    plural: '',
    trips: 'volo|guidare',
    by: 'in|con (?:il|la)',
    before: 'viaggio|tragitto|il|la|mia',
    after: ' di ritorno',
    to: 'ad?|al(?:l[ao]?)?|per|da|dal(?:la)?|verso',
  },
]

/** Words of walking and running. A name that has one is on foot, unless it begins with a trip or with the means. */
const onFoot = new RegExp(
  `\\b(?:${[
    '(?:walk|run|runn|jogg?|hik|trek|trail|stroll|march)(?:e?s|ing|ers?|e)?|marathon|parkrun|on foot|\\d+ ?k',
    '\\p{L}*(?:lauf|wanderung|spaziergang)|laufen|wandern|gehen|gassi|zu fu(?:ss|ß)',
    'marche|course|footing|randonnee|a pied|a pie|a piedi',
    'carrera|correr|corriendo|caminata|caminar|andar|andando|senderismo|trote',
    'corsa|camminata|camminare|passeggiata|escursione',
  ].join('|')})\\b`,
  'u',
)

const patterns = languages.map(({ vehicles, plural, trips, by, before, after, to }) => {
  const vehicle = `(?:${[...common, ...vehicles].join('|')})${plural}`
  const start = `^(?:(?:${before}) )*`
  // A boat with oars is moved by who sits in it.
  const end = `(?: (?:${to})(?! (?:rem[io]s?|rames?)\\b)(?:[ '].+)?)?$`
  return {
    certain: new RegExp(
      `${start}(?:(?:${trips})${plural}(?:${after})*|(?:${by}) ${vehicle}|${vehicle}(?:${after})+)${end}`,
    ),
    likely: new RegExp(`${start}${vehicle}${end}| (?:${by}) ${vehicle}${end}`),
  }
})
/** Whatever else is said of it. */
const motorcycles = /\bmotor ?(?:cycl|bik|boat|scooter)/

/** `words` in lower case, without hyphens. */
export function isJourney(words: string): boolean {
  const plain = words.slice(0, 200).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'")
  if (patterns.some(({ certain }) => certain.test(plain))) return true
  return !onFoot.test(plain) && (motorcycles.test(plain) || patterns.some(({ likely }) => likely.test(plain)))
}

/** Sports by their number in the FIT profile. */
export const fitJourneys: ReadonlySet<number> = new Set(motorized.flatMap(([, fit]) => fit ?? []))
