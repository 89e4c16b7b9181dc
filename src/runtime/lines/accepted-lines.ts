/**
 * Questions for one program that is kept running, and its answers once they are accepted. A
 * question that is not answered costs no other.
 */
import { NoAnswer, type LineProgram } from './line-program.ts'

export type Question = { id: number; line: string }
/** `why` there is none. */
export type LineReply = { id: number; answer: Uint8Array } | { id: number; why: string }

export type Questions = {
  /** The next one; nothing once none is left. */
  take: () => Promise<Question | undefined>
  /** How many this program will be asked, its part of those that several share: 0 where it would have to wait for the next. */
  left: () => number
  reply: (replies: readonly LineReply[]) => void
}

/** Fewer answers than this are not worth a silence while there is a question to ask. */
const worthSilence = 8

/** Returns once no question is left. Throws AbortError once the program's signal ended it. */
export async function answerLines(program: LineProgram, questions: Questions): Promise<void> {
  /** Answers that may be another question's. */
  let held: { question: Question; answer: Uint8Array }[] = []
  /** Questions that are asked again. */
  let again: Question[] = []

  const askAgain = (list: readonly Question[]): void => void (again = [...list, ...again])
  async function accept(): Promise<void> {
    const answers = held
    held = []
    try {
      await program.accept()
    } catch (error) {
      const why = reasonOf(error)
      const [first] = answers
      if (first && answers.length === 1) return questions.reply([{ id: first.question.id, why }])
      return askAgain(answers.map(({ question }) => question))
    }
    questions.reply(answers.map(({ question: { id }, answer }) => ({ id, answer })))
  }
  async function ask(question: Question): Promise<void> {
    try {
      held.push({ question, answer: Uint8Array.from(await program.ask(question.line)) })
    } catch (error) {
      const why = reasonOf(error)
      askAgain(held.map((each) => each.question))
      held = []
      questions.reply([{ id: question.id, why }])
    }
  }

  for (;;) {
    // Near the end few answers are held, so that the last ones do not come all at once.
    const left = again.length + questions.left()
    const isEnough = left === 0 || held.length >= Math.max(worthSilence, left / 2)
    if (held.length > 0 && (isEnough || program.isDue())) {
      await accept()
      continue
    }
    const question = again.shift() ?? (await questions.take())
    if (!question) return
    // It may have printed more while the question was waited for.
    if (held.length > 0 && program.isDue()) askAgain([question])
    else await ask(question)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message
  throw error
}
