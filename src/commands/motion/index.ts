/** motion: what you moved and earned, and submitting it. */
import type { Flag, Noun } from '../command.ts'
import { doubtFlags } from '../doubt-flags.ts'
import { flagsOf } from '../flags.ts'

/** On every reading command. */
export const paramFlag: Flag = {
  name: 'param',
  value: '<key=value>',
  about: 'Query parameter that the document does not name; may be repeated',
  many: true,
}

export const motion: Noun = {
  name: 'motion',
  summary: 'Your motion of a day and what it earned; submit motion',
  lines: [
    {
      name: 'daily',
      operation: 'motion.daily',
      summary: 'Show one day of motion and what it earned',
      about: "Without --date no date is sent and the service's own today applies.",
      flags: [...flagsOf('motion.daily'), paramFlag],
      examples: [
        'movecli motion daily',
        'movecli motion daily --date yesterday',
        'movecli motion daily --json --fields date,steps,earnings.mft',
      ],
      exits: [4, 7, 8],
      load: () => import('./daily.ts'),
    },
    {
      name: 'submit',
      operation: 'motion.submit',
      summary: 'Submit motion with its zero-knowledge proof',
      about:
        'What is given is sent; which fields the service requires is not documented. The proof comes from --proof, --proof-file or a --prover program, which reads the motion as JSON on stdin and prints the proof.',
      flags: [
        ...flagsOf('motion.submit'),
        { name: 'proof-file', value: '<file>', about: 'Read the proof from a file' },
        { name: 'prover', value: '<program>', about: 'Program that makes the proof' },
        ...doubtFlags,
      ],
      examples: [
        'movecli motion submit --steps 5000 --distance 3.2km --duration 31m --proof-file p.txt',
        'movecli motion submit --steps 5000 --prover ./prove --dry-run',
      ],
      writes: true,
      exits: [4, 5, 7, 8, 9],
      load: () => import('./submit.ts'),
    },
  ],
}
