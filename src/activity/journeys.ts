/** What moves, and carries somebody: motors, boats and what falls or glides from the sky. */

/** As Garmin, Strava, Apple, Google and people call them, without their hyphens, and the number of FIT. */
const journeys: [names: string, fit?: number][] = [
  ['flying|flight|(?:air|aero)?plane|helicopter|airship|(?:hot air )?balloon(?:ing)?|(?:rc ?/? ?)?drone', 20],
  ['motor ?(?:cycl(?:e|ing)|bik(?:e|ing)|scooter)|(?:e |electric )(?:scooter|skateboard)|moped|segway', 22],
  ['boat|boating|(?:motor|power|speed|house|sail) ?boat(?:ing)?|ferry|ship|cruise ship|hovercraft', 23],
  ['car|vehicle|drive|driving|automobile|taxi|cab|van|truck|lorry|rideshare|passenger', 24],
  [
    'bus|minibus|train|tram|streetcar|light rail|subway|metro|underground|railway|monorail|(?:public )?transport',
  ],
  ['transit|public transit|funicular|ski lift|chair ?lift|cable car|gondola'],
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
    'motor ?(?:sports?|cross|racing)|moto ?cross|atv|utv|quad(?: bike)?|go ?karts?|karting|overland(?:ing)?',
    81,
  ],
  ['jet ?ski(?:ing)?|personal watercraft'],
]

const named = new RegExp(
  `^(?:(?:by|in|on) )?(?:${journeys.map(([names]) => names).join('|')})s?` +
    '(?: (?:car|ride|riding|drive|trip|tour|journey|race|racing|general|v2|ws))*$',
)
/** Whatever else is said of it. */
const motorcycles = /\bmotor ?(?:cycl|bik|boat|scooter)/

/** `words` in lower case, without hyphens. */
export const isJourney = (words: string): boolean => named.test(words) || motorcycles.test(words)

/** Sports by their number in the FIT profile. */
export const fitJourneys: ReadonlySet<number> = new Set(journeys.flatMap(([, fit]) => fit ?? []))
