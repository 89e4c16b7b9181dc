/** What moves, and carries somebody: motors, boats and what falls or glides from the sky. */

/**
 * As Garmin, Strava, Apple, Google and people call them, without their hyphens and accents, and the number of FIT. Words of
 * other languages are German, French, Spanish and Italian.
 */
const journeys: [names: string, fit?: number][] = [
  ['flying|flight|(?:air|aero)?plane|helicopter|airship|(?:hot air )?balloon(?:ing)?|(?:rc ?/? ?)?drone', 20],
  ['motor ?(?:cycl(?:e|ing)|bik(?:e|ing)|scooter)|(?:e |electric )(?:scooter|skateboard)|moped|segway', 22],
  ['boat|boating|(?:motor|power|speed|house|sail) ?boat(?:ing)?|ferry|ship|cruise ship|hovercraft', 23],
  ['car|vehicle|drive|driving|automobile|taxi|cab|van|truck|lorry|rideshare|passenger', 24],
  [
    'bus|minibus|train|tram|streetcar|light rail|subway|metro|underground|railway|monorail|(?:public )?transport',
  ],
  ['transit|public transit|funi(?:cular|culaire|colare)|ski lift|chair ?lift|cable car|gondola'],
  ['uber|lyft|cabify|blablacar|car ?pool(?:ing)?|ride ?shar(?:e|ing)|shuttle|limousine'],
  [
    `(?:${['night', 'sleeper', 'express', 'commuter', 'high speed', 'school', 'city', 'tour', 'water', 'airport'].join('|')}) ` +
      '(?:train|bus|taxi|shuttle)',
  ],
  [
    'auto|autofahrt|pkw|lkw|mitfahrgelegenheit|fahrgemeinschaft|sammeltaxi|motorrad|motorradfahrt|motorroller',
  ],
  ['zug|zugfahrt|nachtzug|bahnfahrt|eisenbahn|[us] bahn|stra(?:ss|ß)enbahn|seilbahn|gondelbahn|sessellift'],
  [
    'busfahrt|fernbus|nachtbus|flug|flugzeug|hubschrauber|fa(?:h|eh)re|schiff|boot|motorboot|(?:e|elektro) ?roller',
  ],
  ['voiture|covoiturage|camion|moto|motocyclette|trottinette electrique|autocar|navette|bus de nuit'],
  ['train de nuit|tgv|rer|tramway|avion|vol|bateau|traversier|telepherique|telesiege|telecabine|helicoptere'],
  ['coche|carro|camioneta|furgoneta|motocicleta|ciclomotor|patinete electrico|autobus|bus nocturno'],
  ['tren|tren nocturno|tranvia|vuelo|barco|transbordador|teleferico|telesilla|helicoptero'],
  ['furgone|motocicletta|motorino|monopattino elettrico|pullman|corriera|bus notturno'],
  ['treno|treno notturno|metropolitana|aereo|volo|nave|barca|traghetto|funivia|seggiovia|elicottero'],
  ['(?:hang |para)?glid(?:ing|er)|para ?motor(?:ing)?', 26],
  ['sail(?:ing)?|yacht(?:ing)?', 32],
  ['sky ?div(?:e|ing)|parachut(?:e|ing)|wing ?suit(?: flying)?|base jump(?:ing)?', 34],
  ['snow ?mobil(?:e|ing)', 36],
  ['wake ?board(?:ing)?', 39],
  ['water ?ski(?:ing)?', 40],
  ['jump ?master', 46],
  ['water tub(?:e|ing)', 76],
  ['wake ?surf(?:ing)?', 77],
  [
    'motor ?(?:sports?|cross|racing)|moto ?cross|atv|utv|quad(?: bike)?|(?:go ?)?kart(?:ing)?|overland(?:ing)?',
    81,
  ],
  ['jet ?ski(?:ing)?|personal watercraft'],
]

const named = new RegExp(
  `^(?:(?:by|in|on|im|en|mit de[mr]) )?(?:(?:a|the|my) )?(?:${journeys.map(([names]) => names).join('|')})s?` +
    '(?: (?:car|ride|riding|drive|trip|tour|journey|travel|commute|transfer|race|racing|general|v2|ws))*$',
)
/** Whatever else is said of it. */
const motorcycles = /\bmotor ?(?:cycl|bik|boat|scooter)/

/** `words` in lower case, without hyphens. */
export function isJourney(words: string): boolean {
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return named.test(plain) || motorcycles.test(plain)
}

/** Sports by their number in the FIT profile. */
export const fitJourneys: ReadonlySet<number> = new Set(journeys.flatMap(([, fit]) => fit ?? []))
