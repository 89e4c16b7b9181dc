/** Words that services use to say what became of personal data, and to name its fields. None of them tells of a person. */

const listed = `
  a abandoned about above accept acceptable accepted accepts access account acknowledged action activate active activity add
  added additional address adult adults after again against age ago agree agreement all allow allowed allows alpha already also
  alternatively amount amounts an and another any api apostrophe app appeal applicant applicants application applications apply
  approval approve approved are aren array as ascii ask asked assistance at attach attached attachment attempt attempts
  authentication authority authorization automatically available awaiting back background bad bank barcode base be because been
  before began begin being belongs below between bill bills birth black blank blocked blurred blurry body boolean both box
  bright but by bytes calendar call callback called can canceled cancelled cannot capture card case category caused change
  changed character characters check checkbox checked checking checks checksum choice choices choose city clear clearly client
  close closed cm code codes color come comes community company complete completed compliance condition confirm confirmed
  conflict connection consent consider console contact contain contained contains content continue continues contract control
  copies copy corner corners correct corrected could couldn country create created credential crop cropped currency current
  customer cut daily dark dashboard data database date dates day days db dd dear debug decimal decimals decision declare
  declared decline declined default defaults deleted denied department details detected device did didn didnt differ different
  digit digits diligence disable disabled disabling distance district do doc docs document documentation documents does doesn
  don done draft driver drivers driving due duplicate duplicated during each earlier early edge edges eight either eligibility
  eligible else email employer employment empty enable enabled enabling end ended endpoint english enhanced enough enqueued
  ensure enter entered entry equal error errors escalated etc even every exactly example examples exceed exceeded exceeds
  exception exhausted exist existing exists expected expiration expire expired expires expiry expression extension external face
  faces fail failed failure false family far fault feature features few fiat field fields file files fill filled final find
  finished first five fix following for forbidden forged forgery form format formats formatted found four fraud frequency from
  front frozen full function funds further future gender general generated get given glare glasses go goal goals good government
  greater guide handled handwritten has hasn hat have haven head height help here high hold holder home hour hours house how
  html http https hyphen id ident identification identifier identity if illegal image images imperial in inactive include
  included includes including income incomplete incorrect index individual ineligible info information init initial initials
  initiated inner input insert instead integer internal into invalid is isn iso issue issued issuer issuing it item items its
  jpeg jpg json jurisdiction just kb keep key keys kg kilometer kilometers kilometre kilometres kind km know known kyc language
  large larger last later latest latin law lawful lb lbs leading least left legal legible length less let letter letters level
  licence license light like limit limited limits line linked list listed live liveness local locale location lock locked log
  longer longest lost low lower lowercase made mail main maintenance make mandatory manual manually many marital match matched
  matches matching maximum may mb means media member message messages meter meters method metre metres metric middle might mile
  miles min minimum minor minors minute minutes mismatch missing mm mobile model month monthly months more most move mrz ms much
  multiple must mustn name names nan national nationality near need needed needs never new next nfc nickname nine no node non
  none nor not note nothing notification notifications notified notify now null number numbers numeric object obtain occupation
  occurred octet of off office offset ok okay old older on once one only open operation option optional options or order
  original other others otp our out outside over override own page parameter parameters parse parsed parsing part partially
  party passed passport past path pattern paused payload pdf pending per permission permit permitted person personal phone photo
  photocopy photos picture pixel pixels place plain plan please png position possible postal postcode prechecked preference
  preferences prefix present previous primary printed privacy private problem proceed process processed processing profile
  progress proof property provide provided provider province provisional proxy public purpose push px quality query queue queued
  quota range rate reach reached read readable real reapply reason reasons receive received recent record records ref reference
  references refused region register registered registration regular regulation regulations reject rejected rejection related
  reload remaining remove removed reopen reopened repeat replace report representation request requested requests require
  required requirement requires resend reset residence residency residential resolution resolved resource response restricted
  resubmission resubmit resubmitted result results resume retry return returned review reviewed reviewing right rights risk role
  row rule rules running salutation same sanction sanctions save saved scan scanned scans scheduled schema scope score screen
  screening second secondary seconds section security see selected selfie sent separator server service session set setting
  settings seven several short shorter shortly should shouldn show shown side sign signature since single six size small smaller
  sms social some somebody someone something soon source space spaces special specified stage standard start started state
  stated statement status step still stop store stored stream street string strings submission submissions submit submitted
  subscribe subscribed subscription success successful successfully such suffix suffixes support supported supports sure surname
  suspected suspended suspicious switched system table take taken tax team technical temporarily temporary ten terms test text
  than that the their them theme then there these they third this those three through tick ticked ticket tier time timed timeout
  times timestamp timezone title to today toggle toggled token too total town transaction translation trim true try turn twice
  two type types unable unauthorized unavailable undefined under underage unexpected unexpired unidentified unique unit units
  unknown unlock unpaid unprocessable unreadable unrecognized unset unsubscribe unsubscribed unsupported until unverified up
  update updated upload uploaded upper uppercase url us usage use used user users using usually utc utf utility valid validate
  validated validation validator value values verification verifications verified verify verifying version very via video
  violates violation visibility visible visit vpn wait waiting wallet warning was wasn watchlist way we webhook week weekly
  weeks weight were weren what when where whether which while white who whole why will with withdrawn within without won word
  working wouldn write wrong xml year years yes yet you your yyyy zero zip zone
`
const known = new Set(listed.trim().split(/\s+/))

/** Is it one of them, in small letters? */
export const isVocabulary = (word: string): boolean => known.has(word)
