/** motion: what you moved and earned, and submitting it. */
import { command, type CommandNode } from '../../runtime/command.ts'
import { importFlags } from './import-flags.ts'
import { dailyFlags, historyFlags, submitFlags } from './flags.ts'

export const motion: CommandNode = {
  name: 'motion',
  summary: 'Your motion of a day and what it earned; import and submit motion',
  lines: [
    command({
      name: 'daily',
      operation: 'motion.daily',
      summary: 'Show one day of motion and what it earned',
      about: 'Without --date the service decides which day today is.',
      flags: dailyFlags,
      examples: [
        'movecli motion daily',
        'movecli motion daily --date yesterday --json --fields steps,earnings.mft',
        "movecli motion daily --profiles 'ops-*'",
        'movecli motion daily --watch 5m',
      ],
      exits: [4, 7, 8, 10],
      load: () => import('./daily.ts'),
    }),
    command({
      name: 'history',
      operation: 'motion.history',
      summary: 'List your days of motion',
      about:
        'Shows one page. Use --all or --max-items for more. Rows stream, except with --json. --chart draws steps and earnings of each day, in plain ASCII where the locale is not UTF-8 or with ACCESSIBLE=1. --svg and --html write steps, earnings and multipliers per day to a file that needs nothing else: no script, light and dark, with totals and words for screen readers.',
      flags: historyFlags,
      examples: [
        'movecli motion history',
        'movecli motion history --all --format csv',
        'movecli motion history --max-items 30 --chart',
        'movecli motion history --all --html history.html',
      ],
      exits: [4, 7, 8, 10],
      load: () => import('./history.ts'),
    }),
    command({
      name: 'import',
      summary: 'Turn recorded activity (FIT, GPX, TCX, Apple Health, CSV) into rows for motion submit --from',
      about:
        'Reads files, folders and zips by what they hold, whatever their names, and sends nothing. One row for each local day, or for each activity; off a terminal as NDJSON. Where several devices counted the same time, one of them is taken. To export: Apple Health, your picture, Export All Health Data; Garmin Connect and Strava, export of your data in the settings of the account; Google Fit, takeout.google.com.',
      args: [
        {
          name: 'files',
          about: 'Files, folders or zips; - is standard input',
          required: true,
          many: true,
          complete: 'file',
        },
      ],
      flags: importFlags,
      examples: [
        'movecli motion import ~/Downloads/export.zip --since 7d',
        'movecli motion import morning-run.fit --per activity --explain',
        'movecli motion import export.zip --until yesterday | movecli motion submit --from - --prover ./prove',
        'movecli motion import walk.gpx --stride 0.75m --tz Europe/Berlin',
      ],
      exits: [3, 10],
      load: () => import('./import.ts'),
    }),
    command({
      name: 'submit',
      operation: 'motion.submit',
      summary: 'Submit motion with its zero-knowledge proof',
      about:
        'Sends the fields that you give; which of them the service requires is not documented. The proof comes from --proof, --proof-file or a --prover program, which reads the motion as JSON on stdin and prints the proof within --timeout, or two minutes. With --from, checks all rows and sends each once; two rows of the same motion need an id each. Run the same command again to go on where it stopped. The prover then makes the proofs of rows that have none; with --prover-lines it is kept running and answers each line with one line.',
      flags: submitFlags,
      examples: [
        'movecli motion submit --steps 5000 --distance 3.2km --duration 31m --proof-file p.txt',
        'movecli motion submit --from rows.csv --plan',
        'movecli motion submit --from rows.csv --prover ./prove --prover-lines --prover-jobs 4',
        'movecli motion submit --from rows.ndjson --run 2026-01 --summary summary.json',
      ],
      writes: true,
      exits: [4, 5, 7, 8, 9, 10],
      load: () => import('./submit.ts'),
    }),
  ],
}
