/** Coarse samples, and activities with pauses, beside what counted the same motion minute by minute: it counts once. */
import { expect, test } from 'vitest'
import { definition, fit, fitTime, session, u32 } from './fit.ts'
import { apple, gpx, importing, northwards } from './support.ts'

const csv = (lines: readonly string[]) => `start,end,steps,source\n${lines.join('\n')}\n`
const span = (from: string, to: string, steps: number, source: string) =>
  `2026-09-05T${from}:00Z,2026-09-05T${to}:00Z,${steps},${source}`

test.each([
  ['10:00', '10:15', 500, 500],
  ['10:00', '11:00', 500, 500],
  ['10:00', '10:15', 800, 800],
  ['10:00', '10:15', 300, 500],
])('of a walk of 500 steps a sample from %s to %s with %i leaves %i', async (from, to, steps, whole) => {
  const lines = [span('10:02', '10:07', 500, 'watch'), span(from, to, steps, 'app')]
  const { rows } = await importing({ 'steps.csv': csv(lines) }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: whole }])
})

const list = (name: string, type: string) =>
  `Activity Type,Date,Favorite,Title,Distance,Time,Steps,Moving Time,Elapsed Time
${type},2026-09-05 09:00:00,false,x,10.44,01:00:00,"9,720",01:00:00,${name}\n`

test.each(['01:20:00', '03:00:00'])(
  'a run with pauses, of %s in all, and a watch beside it',
  async (elapsed) => {
    const lines = [span('09:00', '09:30', 4860, 'watch'), span('09:50', '10:20', 4860, 'watch')]
    const files = { 'Activities.csv': list(elapsed, 'Running'), 'steps.csv': csv(lines) }
    const { rows } = await importing(files, '--tz UTC')
    expect(rows).toMatchObject([{ steps: 9720, distance: 10.44, duration: 3600 }])
    const phone = csv(lines.map((line) => line.replace('watch', 'iPhone')))
    expect((await importing({ ...files, 'steps.csv': phone }, '--tz UTC')).rows).toMatchObject([
      { steps: 9720 },
    ])
  },
)

const google = `Start time,End time,Move Minutes count,Distance (m),Step count
10:00:00.000Z,10:15:00.000Z,5,1700,20
10:15:00.000Z,10:30:00.000Z,15,5000,0
10:30:00.000Z,10:45:00.000Z,12,3900,300
`
test.each(['Walking', 'Biking'])('%s that Google Fit has in a file of its own counts once', async (sport) => {
  const tcx = `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="${sport}">
<Lap StartTime="2026-09-05T10:10:00Z"><TotalTimeSeconds>1800</TotalTimeSeconds><DistanceMeters>9700</DistanceMeters></Lap>
</Activity></Activities></TrainingCenterDatabase>`
  const { rows } = await importing({ '2026-09-05.csv': google, 'one.tcx': tcx }, '--tz UTC')
  // The three quarters have 10.6 km and 32 minutes in all: 83 m before it, 667 m behind it, which no one clock explains.
  expect(rows[0]!.distance).toBeCloseTo(10.45, 3)
  expect(rows[0]!.duration).toBe(1920)
})

test('laps without points last from the start of the first to the end of the last', async () => {
  const lap = (start: string, meters: number) =>
    `<Lap StartTime="2026-09-05T${start}:00Z"><TotalTimeSeconds>1800</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters></Lap>`
  const tcx = `<?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Running">${lap('09:00', 5220)}${lap('09:50', 5220)}</Activity></Activities></TrainingCenterDatabase>`
  const phone = `start,end,distance_m,source
2026-09-05T09:00:00Z,2026-09-05T09:30:00Z,5220,iPhone
2026-09-05T09:50:00Z,2026-09-05T10:20:00Z,5220,iPhone
`
  const { rows } = await importing({ 'run.tcx': tcx, 'phone.csv': phone }, '--tz UTC')
  expect(rows).toMatchObject([{ distance: 10.44 }])
})

test('an activity that says 0 steps, or 0 m, leaves them to what counted them', async () => {
  const walk = 'Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Total Steps\n'
  const phone = `start,end,steps,distance_m,source\n2026-09-05T10:00:00Z,2026-09-05T10:30:00Z,3600,2520,iPhone\n`
  for (const values of ['2.52,0.0', '0,3600'])
    expect(
      (
        await importing(
          {
            'activities.csv': `${walk}1,"Sep 5, 2026, 10:00:00 AM",x,Walk,1800,${values}\n`,
            'phone.csv': phone,
          },
          '--tz UTC',
        )
      ).rows,
    ).toMatchObject([{ steps: 3600, distance: 2.52 }])
})

test.each([
  ['2026-10-24T22:20:00Z', '2026-10-25'],
  ['2026-03-28T22:30:00Z', '2026-03-28'],
])(
  'a watch states its zone at the end of a night in which clocks change: %s is on %s',
  async (start, date) => {
    const seconds = 5 * 3600
    const ends = new Date(Date.parse(start) + seconds * 1000).toISOString()
    const local = new Date(Date.parse(ends) + (date.includes('-10-') ? 1 : 2) * 3_600_000).toISOString()
    const ended = [
      ...definition(1, 34, [
        [253, 4, 0x86],
        [5, 4, 0x86],
      ]),
      1,
      ...u32(fitTime(ends)),
      ...u32(fitTime(local)),
    ]
    const walk = fit([...session({ start: fitTime(start), seconds, meters: 18_480 }), ...ended])
    const { rows } = await importing({ 'night.fit': walk }, '--tz Europe/Berlin')
    expect(rows.map((row) => row.date)).toEqual([date])
  },
)

test.each([
  'driving',
  'motorcycling_v2',
  'Boating',
  'Drive',
  'car ride',
  'in_vehicle',
  'Motorboat',
  'ferry',
  'motocross_v2',
  'jet-ski',
  'Jet Skiing',
  'Hang Gliding',
  'Sky Diving',
  'taxi ride',
  'subway ride',
  'tram',
  'helicopter',
  'yacht',
  'Sail',
  'Wakeboarding',
  'RC/Drone',
  'e-scooter',
  'motorcycle trip',
  'Motorcycle adventure',
  'kart racing',
])('nobody is paid for %s', async (type) => {
  const track = gpx([northwards('2026-09-05T10:00:00Z', 3600, 11)], { type })
  const { rows, stderr } = await importing({ 'trip.gpx': track }, '--tz UTC')
  expect(rows).toEqual([])
  expect(stderr).toContain('1 journey by car, train, motorcycle, boat or plane')
})

test.each(
  Object.entries({
    English:
      'train, train ride, night train, sleeper train, high-speed train, commuter train, subway, metro, tram, light rail, monorail, bus, night bus, school bus, shuttle, Uber, Lyft, taxi, cab, rideshare, carpool, by car, in the car, van, truck, ferry, boat trip, cruise ship, plane, flight, helicopter, cable car, gondola, chairlift, funicular, motorbike, moped, e-scooter, karting, go-kart, car commute',
    German:
      'Auto, Autofahrt, mit dem Auto, PKW, LKW, Taxi, Mitfahrgelegenheit, Fahrgemeinschaft, Motorrad, Motorradfahrt, Motorroller, Moped, E-Roller, Elektroroller, Zug, Zugfahrt, Nachtzug, Bahnfahrt, Eisenbahn, U-Bahn, S-Bahn, Straßenbahn, Strassenbahn, Tram, Bus, Busfahrt, Fernbus, Nachtbus, Seilbahn, Gondelbahn, Sessellift, Flug, Flugzeug, Hubschrauber, Fähre, Faehre, Schiff, Boot, Motorboot, Kart',
    French:
      'voiture, en voiture, taxi, covoiturage, camion, moto, motocyclette, trottinette électrique, bus, autocar, navette, bus de nuit, train, train de nuit, TGV, RER, métro, tram, tramway, funiculaire, avion, vol, bateau, ferry, traversier, téléphérique, télésiège, télécabine, hélicoptère, karting',
    Spanish:
      'coche, en coche, carro, taxi, camión, camioneta, furgoneta, moto, motocicleta, ciclomotor, patinete eléctrico, autobús, bus, bus nocturno, tren, tren nocturno, metro, tranvía, funicular, avión, vuelo, barco, ferry, transbordador, teleférico, telesilla, helicóptero, karting',
    Italian:
      'auto, in auto, taxi, camion, furgone, moto, motocicletta, motorino, monopattino elettrico, autobus, bus, pullman, corriera, bus notturno, treno, treno notturno, metropolitana, metro, tram, funicolare, aereo, volo, nave, barca, traghetto, funivia, seggiovia, elicottero, kart',
  }),
)('nobody is paid for a journey in %s', async (_, names) => {
  const lines = names.split(', ').map((name, at) => {
    const time = (minute: number) => new Date(Date.UTC(2026, 8, 5, at, minute)).toISOString()
    return `${time(0)},${time(50)},30,${name}\n`
  })
  const files = { 'a.csv': `start,end,distance (km),type\n${lines.join('')}` }
  expect((await importing(files, '--tz UTC --per activity')).rows).toEqual([])
})

test.each([
  ['10:00', 15],
  ['10:10', 60],
])(
  'a sport that is not wanted, from %s, leaves none of its steps in a sample of %i minutes',
  async (from, minutes) => {
    const end = new Date(Date.parse('2026-09-05T10:00:00Z') + minutes * 60_000).toISOString()
    const walk = `start,end,steps,distance_m,source\n2026-09-05T10:00:00Z,${end},3240,3480,app\n`
    const run = `Activity Type,Date,Favorite,Title,Distance,Time,Steps,Moving Time,Elapsed Time
Running,2026-09-05 ${from}:00,false,x,3.48,00:15:00,"3,240",00:15:00,00:15:00\n`
    const files = { 'Activities.csv': run, 'day.csv': walk }
    expect((await importing(files, '--tz UTC --type walk,hike')).rows).toEqual([])
    expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 3240, distance: 3.48 }])
  },
)

test('a run in two parts beside a watch that counts in quarters of an hour counts once', async () => {
  const quarter = (at: string, until: string, steps: number) =>
    `2026-09-05T${at}:00Z,2026-09-05T${until}:00Z,${steps},watch\n`
  const watch = `start,end,steps,source\n${quarter('09:00', '09:15', 810)}${quarter('09:15', '09:30', 1620)}${quarter('10:30', '10:45', 1620)}${quarter('10:45', '11:00', 810)}`
  const run = `Activity Type,Date,Favorite,Title,Distance,Time,Steps,Moving Time,Elapsed Time
Running,2026-09-05 09:10:00,false,x,5.22,00:30:00,"4,860",00:30:00,01:40:00\n`
  const { rows } = await importing({ 'Activities.csv': run, 'watch.csv': watch }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 4860, distance: 5.22 }])
})

test.each([20, 22, 23, 24, 26, 32, 34, 36, 39, 40, 46, 76, 77, 81])(
  'nobody is paid for sport %i of FIT',
  async (sport) => {
    const trip = fit(
      session({ start: fitTime('2026-09-05T10:00:00Z'), sport, seconds: 3600, meters: 60_000 }),
    )
    const { rows, stderr } = await importing({ 'trip.fit': trip }, '--tz UTC')
    expect(rows).toEqual([])
    expect(stderr).toContain('1 journey by car, train, motorcycle, boat or plane')
  },
)

test("nobody is paid for a journey in Apple's and Garmin's list and Strava's", async () => {
  const files = {
    'export.xml': apple(
      '<Workout workoutActivityType="HKWorkoutActivityTypeSailing" duration="60" durationUnit="min" totalDistance="30" totalDistanceUnit="km" sourceName="W" startDate="2026-01-03 10:00:00 +0100" endDate="2026-01-03 11:00:00 +0100"/>',
    ),
    'garmin.csv':
      'Activity Type,Date,Favorite,Title,Distance,Time\nSky Diving,2026-01-04 10:00:00,false,x,30.00,01:00:00\n',
    'activities.csv':
      'Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance\n1,"Jan 5, 2026, 10:00:00 AM",x,Sail,3600,30.00\n',
  }
  expect((await importing(files, '--tz UTC')).rows).toEqual([])
})

test.each([
  'Train hard run',
  'Training run',
  'Trainer ride',
  'Uber run',
  'Bus stop sprint',
  'Bahn',
  'Volleyball',
  'Barca a remi',
  'Driving Range',
  'Rowboating',
  'Training',
  'Flights climbed',
  'Motor-assisted cycling',
  'Skateboarding',
  'Kayaking',
  'Windsurf',
  'Tubing',
  'scooter',
])('%s is no journey', async (type) => {
  const file = `start,end,steps,type\n2026-09-05T10:00:00Z,2026-09-05T11:00:00Z,4000,${type}\n`
  expect((await importing({ 'a.csv': file }, '--tz UTC')).rows).toMatchObject([{ steps: 4000 }])
})

test.each([
  ['quarters of Google Fit', 'Google Fit', 15],
  ['ten minutes', 'iPhone', 10],
  ['hours', 'app', 60],
])('a run in two parts before a source that counts in %s counts once', async (_, source, minutes) => {
  // Three steps a second, from 9:10 to 9:25 and from 10:35 to 10:50.
  const inMotion = (minute: number) => (minute >= 10 && minute < 25) || (minute >= 95 && minute < 110)
  const lines = Array.from({ length: 120 / minutes }, (__, at) => {
    const steps = Array.from(
      { length: minutes },
      (___, minute) => Number(inMotion(at * minutes + minute)) * 180,
    )
    const time = (minute: number) =>
      new Date(Date.parse('2026-09-05T09:00:00Z') + minute * 60_000).toISOString()
    return `${time(at * minutes)},${time((at + 1) * minutes)},${steps.reduce((a, b) => a + b, 0)},${source}\n`
  })
  const run = `Activity Type,Date,Favorite,Title,Distance,Time,Steps,Moving Time,Elapsed Time
Running,2026-09-05 09:10:00,false,x,5.22,00:30:00,"5,400",00:30:00,01:40:00\n`
  const files = { 'Activities.csv': run, 'day.csv': `start,end,steps,source\n${lines.join('')}` }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([
    { steps: 5400, distance: 5.22, duration: 1800 },
  ])
})

test('the time of a walk in the hour of an activity counts beside the time of that', async () => {
  const walk = fit(
    session({ start: fitTime('2026-09-05T09:00:00Z'), seconds: 1800, meters: 2000, cycles: 1500 }),
  )
  const phone = csv([span('09:00', '10:00', 5500, 'iPhone')])
  const { rows } = await importing({ 'walk.fit': walk, 'phone.csv': phone }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 5500, duration: 3300 }])
})

test('a short walk in ten minutes of a watch and in other ten of a phone counts once', async () => {
  const files = {
    'day.csv': csv([span('09:00', '09:10', 500, 'watch'), span('08:55', '09:05', 500, 'iPhone')]),
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 500, duration: 300 }])
})

test('the time of steps in an hour into which a ride reaches is not that of the ride', async () => {
  const ride = fit(
    session({ start: fitTime('2026-09-05T09:43:00Z'), sport: 2, seconds: 2220, meters: 12_000 }),
  )
  const [row] = (
    await importing(
      { 'day.csv': csv([span('09:00', '10:00', 1665, 'iPhone')]), 'ride.fit': ride },
      '--tz UTC',
    )
  ).rows
  expect(row).toMatchObject({ steps: 1665, duration: 2220 + Math.round(999 * (43 / 60)) })
})

test('time worked out from the steps of two sources beside an activity is no longer than the hour', async () => {
  const run = fit(session({ start: fitTime('2026-09-05T09:30:00Z'), sport: 2, seconds: 1800, meters: 5000 }))
  const files = {
    'day.csv': csv([span('09:00', '09:30', 3000, 'watch'), span('09:00', '10:00', 6000, 'iPhone')]),
    'run.fit': run,
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 6000, duration: 3600 }])
})
